"""Two tables compared: whether they are one in play, what games tell them apart, what their texts changed."""
