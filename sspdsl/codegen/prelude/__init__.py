"""What every generated module needs, as real Python: linted and tested here, then copied into each module.

`tables` holds stand-ins for the tables of a pin, a game without anything in it; a module has its own.
`run`, `window`, `engine` and `protocol` are copied below their line of imports, in that order.
"""
