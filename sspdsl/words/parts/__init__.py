"""The sections of the rules, one file each."""
