"""Who rests in a Swiss round of an odd field: the last in the standings whose rest leaves the others a round without a rematch.

Whether a second rest or a rematch is worse no regulation says: `second_bye` in `regulation/schema.py`.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from tournament.core.regulation.schema import SecondBye

Tables = Sequence[Sequence[Collection[str]]]


def swiss_byes(
    field: Collection[str],
    seeds: Sequence[str],
    *,
    ranks: Mapping[str, int],
    had_bye: Collection[str],
    past: Tables = (),
    second_bye: SecondBye = "after-all",
) -> tuple[str, ...]:
    """As few rematches as can be, then the last in the standings; nobody rests again before everybody has.

    By `second_bye` that last rule comes before the rematches ("after-all") or behind them ("no-rematch"). Level ones go by
    their number. Who came late and has no rank stands behind all who have one.
    """
    if len(field) % 2 == 0:
        return ()
    place = {id_: number for number, id_ in enumerate(seeds)}
    unranked = max(ranks.values(), default=0) + 1
    fresh = [id_ for id_ in field if id_ not in had_bye]
    may_rest = fresh if fresh and second_bye == "after-all" else list(field)
    may_rest.sort(
        key=lambda id_: (id_ not in had_bye, ranks.get(id_, unranked), place.get(id_, len(place)), id_), reverse=True
    )
    met = {frozenset(pair) for tables in past for table in tables for pair in combinations(table, 2)}
    best, most = may_rest[0], -1
    for id_ in may_rest:
        found = new_pairs([other for other in field if other != id_], met)
        if found > most:
            best, most = id_, found
        if found == len(field) // 2:
            break
    return (best,)


def new_pairs(people: Sequence[str], met: Collection[frozenset[str]]) -> int:
    """The greatest number of pairs of these people, each in one at most, who have not met."""
    many = range(len(people))
    new = [[b for b in many if b != a and frozenset((people[a], people[b])) not in met] for a in many]
    return _Matching(new).size()


class _Matching:
    """A largest matching of a graph, by Edmonds' algorithm: augmenting paths, with odd cycles shrunk to their base."""

    def __init__(self, neighbours: Sequence[Sequence[int]]):
        self.neighbours = neighbours
        self.mate = [-1] * len(neighbours)

    def size(self) -> int:
        for root in range(len(self.mate)):
            if self.mate[root] < 0:
                self._augment(self._path_end(root))
        return sum(mate >= 0 for mate in self.mate) // 2

    def _augment(self, end: int) -> None:
        while end >= 0:
            before = self.parent[end]
            following = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = following

    def _path_end(self, root: int) -> int:
        """The free end of an augmenting path from here, whose way back `parent` holds; -1 where there is none."""
        many = len(self.mate)
        self.parent, self.base = [-1] * many, list(range(many))
        self.reached = {root}
        queue = [root]
        for one in queue:
            for other in self.neighbours[one]:
                if self.base[one] == self.base[other] or self.mate[one] == other:
                    continue
                if other == root or (self.mate[other] >= 0 and self.parent[self.mate[other]] >= 0):
                    queue += self._shrink(one, other)
                elif self.parent[other] < 0:
                    self.parent[other] = one
                    if self.mate[other] < 0:
                        return other
                    self.reached.add(self.mate[other])
                    queue.append(self.mate[other])
        return -1

    def _shrink(self, one: int, other: int) -> list[int]:
        """The people of the odd cycle that this pair closes who can now be reached too."""
        base = self._common_base(one, other)
        cycle: set[int] = set()
        self._mark(one, base, other, cycle)
        self._mark(other, base, one, cycle)
        for x in range(len(self.mate)):
            if self.base[x] in cycle:
                self.base[x] = base
        new = [x for x in range(len(self.mate)) if self.base[x] == base and x not in self.reached]
        self.reached.update(new)
        return new

    def _common_base(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.mate[one] < 0:
                break
            one = self.parent[self.mate[one]]
        while self.base[other] not in seen:
            other = self.parent[self.mate[self.base[other]]]
        return self.base[other]

    def _mark(self, x: int, base: int, child: int, cycle: set[int]) -> None:
        while self.base[x] != base:
            cycle |= {self.base[x], self.base[self.mate[x]]}
            self.parent[x], child = child, self.mate[x]
            x = self.parent[self.mate[x]]
