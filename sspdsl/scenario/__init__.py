"""The test blocks of a pin, run."""

from sspdsl.scenario.result import Failure, ScenarioResult
from sspdsl.scenario.run import run_test, run_tests, states_of_test

__all__ = ["Failure", "ScenarioResult", "run_test", "run_tests", "states_of_test"]
