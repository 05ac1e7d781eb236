"""What plays a table: the reference interpreter, or a generated module. Both speak this protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, Protocol


class Offer(Protocol):
    """A decision: who decides what, and between which texts."""

    @property
    def kind(self) -> str:
        """`roll`, `draw`, `choose` or `over`."""

    @property
    def player(self) -> int:
        """From 0."""

    @property
    def options(self) -> Sequence[Any]:
        """What `apply` takes, in a stable order; `str` of each is its text."""


class Engine(Protocol):
    """States belong to the engine that made them; nobody else looks inside."""

    @property
    def pin(self) -> str:
        """The name of the table."""

    def new_game(self, players: int = 1) -> Any: ...

    def decision(self, state: Any) -> Any:
        """An `Offer`."""

    def apply(self, state: Any, option: str) -> Any:
        """The state after this option; a ValueError if it is not offered."""

    def scores(self, state: Any) -> tuple[int, ...]: ...

    def winners(self, state: Any) -> tuple[int, ...]: ...

    def view(self, state: Any, player: int) -> Mapping[str, Any]: ...

    def achievements(self, state: Any, player: int) -> Sequence[str]: ...


class Player(Engine, Protocol):
    """An engine that plays a game through."""

    def play_on(self, state: Any, ask: Callable[[Any], str]) -> Any:
        """The state at the end of the game, after `ask` named an option for each state before it."""


class ModuleEngine:
    """A generated module as an `Engine`. Its functions are the module's own."""

    def __init__(self, module: ModuleType) -> None:
        pin: Any = module.PIN
        self.pin: str = pin["name"] if isinstance(pin, Mapping) else pin.name
        self.new_game = module.new_game
        self.decision = module.decision
        self.apply = module.apply
        self.scores = module.scores
        self.winners = module.winners
        self.view = module.view
        self.achievements = module.achievements
