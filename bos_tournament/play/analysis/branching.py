"""An analysis as a tree in memory: the way to each of its lines, the record up to there, and all of it as text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from bos_tournament.cards import catalogue
from bos_tournament.play import recent_records
from bos_tournament.play.analysis.models import AnalysisLine, AnalysisTree
from engine.bos.game import EDITIONS, Pinned
from engine.hosting import Branch, BranchLine, Given, Track, with_branches

Chain = list[AnalysisLine]


@dataclass(frozen=True)
class Tree:
    """An analysis with all its lines."""

    row: AnalysisTree
    """The analysis."""
    start: AnalysisLine
    """The table before the first line."""
    lines: dict[UUID, AnalysisLine]
    """Every line by its id, the start too."""
    children: dict[UUID, Chain]
    """What follows each line, the main line first; nothing for those that are last."""

    def after(self, line: AnalysisLine) -> Chain:
        """What follows a line."""
        return self.children.get(line.pk, [])

    def way_to(self, line: AnalysisLine) -> Chain:
        """The lines from the first one to this one."""
        way: Chain = []
        here: AnalysisLine | None = self.lines[line.pk]
        while here is not None and here.parent_id is not None:
            way.append(here)
            here = self.lines[here.parent_id]
        return way[::-1]

    def main_from(self, line: AnalysisLine) -> Chain:
        """This line and what follows it, each time the first of what may follow; without the start."""
        chain = [line] if line.parent_id else []
        while following := self.after(chain[-1] if chain else line):
            chain.append(following[0])
        return chain

    def all_after(self, line: AnalysisLine) -> list[UUID]:
        """The ids of this line and of everything that follows it."""
        found = [line.pk]
        for pk in found:
            found.extend(child.pk for child in self.children.get(pk, []))
        return found


def tree_of(row: AnalysisTree) -> Tree:
    """The analysis with all its lines. One query."""
    rows = list(row.lines.order_by("order", "made_at", "pk"))
    children: dict[UUID, Chain] = {}
    for line in rows:
        if line.parent_id:
            children.setdefault(line.parent_id, []).append(line)
    start = next(line for line in rows if line.parent_id is None)
    return Tree(row, start, {line.pk: line for line in rows}, children)


def track_of(row: AnalysisTree, lines: Sequence[str]) -> Track:
    """The record of these lines, played."""
    return recent_records.played(record_text(row, lines), given_of(row))


def given_of(row: AnalysisTree) -> Given:
    """The lists, the cards and the rules of the analysis, and what is known of how the game began."""
    lists = {"P1": row.deck_one, "P2": row.deck_two}
    known = Pinned(row.opening["first"], tuple(row.opening["ether"])) if row.opening else None
    return Given(lists, catalogue.pinned(row.pool_id), EDITIONS[row.edition], pinned=known)


def record_text(row: AnalysisTree, lines: Sequence[str]) -> str:
    """These lines as a record."""
    return "\n".join([row.headers, *(f"{number}. {line}" for number, line in enumerate(lines, 1)), ""])


def export_text(tree: Tree) -> str:
    """The whole analysis as a record: the main line, remarks, and branches as comments."""
    main = tree.main_from(tree.start)
    remark = [f"# {tree.start.comment}"] if tree.start.comment else []
    numbered = [f"{number}. {_with_comment(line)}" for number, line in enumerate(main, 1)]
    text = "\n".join([tree.row.headers, *remark, *numbered, ""])
    return with_branches(text, list(_branches(tree, main)))


def _with_comment(line: AnalysisLine) -> str:
    return f"{line.written} # {line.comment}" if line.comment else line.written


def _branches(tree: Tree, main: Chain) -> Iterator[Branch]:
    """The branches, those of the main line first; one in which another begins, or with a remark, has a name."""
    chains: list[tuple[str, AnalysisLine, Chain]] = [("", tree.start, main)]
    count = 0
    for own_name, before, chain in chains:
        parents = [before, *chain] if not own_name else chain
        for at, parent in enumerate(parents, 1 if own_name else 0):
            for child in tree.after(parent)[1:]:
                lines = tree.main_from(child)
                is_named = any(line.comment or len(tree.after(line)) > 1 for line in lines)
                count += is_named
                name = f"b{count}" if is_named else ""
                after = f"{own_name}.{at}" if own_name else str(at)
                yield Branch(after, tuple(BranchLine(line.written, line.comment) for line in lines), name)
                if name:
                    chains.append((name, parent, lines))
