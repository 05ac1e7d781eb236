"""Small words of English: lists, plurals, counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SAME = {"targets", "dice", "stars"}


def listed(items: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    parts = list(items)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def plain_name(name: str) -> str:
    """A name of the text as words: `left_outlane` is `left outlane`."""
    return name.replace("_", " ").replace(".", " ").strip() or name


def plural(word: str) -> str:
    """The plural of a kind of thing."""
    if word in SAME or (word.endswith("s") and not word.endswith("ss")):
        return word
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def count(number: int, word: str) -> str:
    """`1 star`, `3 boxes`."""
    return f"{number} {word if number == 1 else plural(word)}"


def in_words(number: int) -> str:
    """`three`; digits from eleven on."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def article(noun: str) -> str:
    """`a box`, `an outlane`."""
    bare = noun.lstrip("*_(\\")
    return f"{'an' if bare[:1].lower() in 'aeiou' and bare[:1] else 'a'} {noun}"


def spans(numbers: Sequence[int]) -> str:
    """`1 to 6` for numbers in a row, else `1, 3 and 5`."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"{numbers[0]} to {numbers[-1]}"
    return listed(map(str, numbers), "or")
