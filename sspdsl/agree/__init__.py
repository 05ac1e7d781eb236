"""V11: the generated module beside the reference interpreter, over tests, records and any number of games."""

from sspdsl.agree.run import Found, agree
from sspdsl.agree.sides import Sides, make_sides

__all__ = ["Found", "Sides", "agree", "make_sides"]
