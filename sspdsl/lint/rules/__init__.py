"""The rules, a file each, named for the bad thing."""
