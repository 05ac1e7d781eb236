"""What is legal in a pin but likely not meant."""
