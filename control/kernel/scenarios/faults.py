"""What may be wrong with a scenario, each fault with its place."""

from __future__ import annotations

from collections.abc import Iterable

from control.kernel.errors import OrderNotUnderstood
from control.kernel.values import dataclass
from control.kernel.wording import counted


@dataclass(frozen=True)
class Fault:
    """One thing to put right: the file, the line as an editor counts it, the column or field, and a sentence.

    ``line`` is None where the whole file is meant, ``column`` then mostly empty.
    """

    file: str
    line: int | None
    column: str
    sentence: str

    def __str__(self) -> str:
        place = self.file
        if self.line is not None:
            place += f", line {self.line}"
        if self.column:
            place += f", {'column' if self.file.endswith(('.csv', '.md')) else 'field'} {self.column}"
        return f"{place}: {self.sentence}"


class ScenarioFaults(OrderNotUnderstood):
    """A scenario that cannot be played before its ``faults`` are put right."""

    def __init__(self, scenario: str, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        many = counted(len(self.faults), "fault")
        lines = [f"The scenario {scenario} has {many}:", *map(str, self.faults)]
        super().__init__("\n".join(lines), field="scenario")


class Findings:
    """A notebook that every check of one scenario writes its faults into."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def add(self, file: str, line: int | None, column: str, sentence: str) -> None:
        """Note a fault; the sentence continues the line, so it starts with a small letter."""
        self._faults.append(Fault(file, line, column, sentence[:1].lower() + sentence[1:]))

    def __len__(self) -> int:
        return len(self._faults)

    def faults(self) -> list[Fault]:
        """All faults by file, line and column, each once; what is amiss in a file as a whole, which a line may have
        brought about, after its lines."""
        once = dict.fromkeys(self._faults)
        return sorted(once, key=lambda fault: (fault.file, fault.line is None, fault.line or 0, fault.column))
