"""The moment that each player is at: present, seated, done, resting, through or out, with a game to see again, at the end.

The player's page shows it for as long as it lasts, and a phone that asked for it is notified when its key changes. No name is in it: the
message passes through the push service of the browser's maker, and a screen shows it to whoever sees the phone.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.core.formatting import points_in_words
from tournament.core.ordinals import ordinal
from tournament.core.results import MissingResults, RoundScore, Standing
from tournament.hooks import tables as table_hooks
from tournament.models import Bye, Entrant, Round, Seat, Table, Tournament
from tournament.queries.day_plan import hall_of
from tournament.queries.results import ends_the_event, format_of, qualified_and_substituted, stage_of, standings_of
from tournament.states import EntrantState, RoundState, TableState, TournamentState

FINAL = "final"


@dataclass(frozen=True)
class Moment:
    """`key` is another one when there is something new; `kind` is its first part. `replays` are the own games that can be seen again."""

    key: str
    title: str
    text: str = ""
    is_lasting: bool = True
    """Shown on the page: a seat and a rest have their own place there."""
    replays: tuple[table_hooks.TableLink, ...] = ()

    @property
    def kind(self) -> str:
        return self.key.partition(":")[0]

    @property
    def round_number(self) -> int:
        """Of the round that it is about; 0 where it is about none."""
        number = self.key.split(":")[1] if ":" in self.key else ""
        return int(number) if number.isdecimal() and self.kind != "finished" else 0


def moments_of(tournament: Tournament, entrants: Collection[Entrant]) -> dict[int, Moment]:
    """By the entrant's row, in the language of the moment; without those for whom there is nothing to say.

    Asks the database no more for a hundred people than for one.
    """
    if tournament.state == TournamentState.FINISHED:
        return dict(_finished(tournament, entrants))
    last = tournament.rounds.visible().last()
    if last is None:
        return {one.pk: _present() for one in entrants if _is_awaited(tournament, one)}
    last.tournament = tournament
    if last.state == RoundState.CLOSED:
        return dict(_after(last, entrants))
    return dict(_at_tables(last, entrants))


def moment_of(entrant: Entrant) -> Moment | None:
    return moments_of(entrant.tournament, [entrant]).get(entrant.pk)


def changed(was: str, now: Moment | None, rounds: Mapping[int, str]) -> Moment | None:
    """What to say to somebody who was last told the moment with the key `was`; None where there is nothing new. `rounds` are the states
    of the public rounds by number.

    A seat that was announced and is not there any more, and a place in the next round that a correction took, are said as well.
    """
    before = Moment(was, "")
    if now is not None and now.key == was:
        return None
    if before.kind == "seat" and (now is None or now.round_number < before.round_number):
        state = rounds.get(before.round_number)
        if state != RoundState.CLOSED:
            return _called_back(before.round_number, is_public=state is not None)
    if before.kind in ("through", "corrected") and now is not None and now.kind in ("replay", "out"):
        return None if before.kind == "corrected" else _corrected(before.round_number)
    return now if now is not None and now.kind != "present" else None


def _called_back(number: int, *, is_public: bool) -> Moment:
    if is_public:
        words = _("Adesso non hai un tavolo in questo turno: rivolgiti alla segreteria.")
        return Moment(f"unseated:{number}", _("Il tuo posto è cambiato"), words)
    title = _("I tavoli sono stati ritirati")
    return Moment(f"called-back:{number}", title, _("Aspetta quelli nuovi: il tavolo di prima non vale più."))


def _corrected(number: int) -> Moment:
    words = _("Un risultato è stato corretto: guarda la classifica.")
    return Moment(f"corrected:{number}", _("La qualificazione è cambiata"), words)


# Before the first round


def _is_awaited(tournament: Tournament, entrant: Entrant) -> bool:
    return tournament.state == TournamentState.CHECKIN and entrant.state == EntrantState.PRESENT


def _present() -> Moment:
    return Moment("present", _("Sei presente"), _("I tavoli compaiono qui appena pubblicati."))


# At the tables


def _at_tables(round_: Round, entrants: Collection[Entrant]) -> Iterable[tuple[int, Moment]]:
    where = round_.name
    is_final = round_.stage.get("name") == FINAL
    seats = {
        one.entrant_id: one for one in Seat.objects.filter(round=round_, entrant__in=entrants).select_related("table")
    }
    resting = {bye.entrant_id for bye in Bye.objects.filter(round=round_, entrant__in=entrants)}
    signed = [one for one in entrants if one.pk in seats and seats[one.pk].table.state == TableState.SIGNED]
    done = dict(_done(round_, signed, seats))
    for one in entrants:
        if one.pk in done:
            yield one.pk, done[one.pk]
        elif one.pk in seats:
            yield one.pk, _seated(round_, seats[one.pk], where, is_final=is_final)
        elif one.pk in resting:
            yield one.pk, Moment(f"rest:{round_.number}", _("In questo turno riposi"), where, is_lasting=False)
    yield from _out(round_, [one for one in entrants if one.pk not in seats and one.pk not in resting])


def _seated(round_: Round, seat: Seat, where: str, *, is_final: bool) -> Moment:
    words = {"n": seat.table.number, "seat": seat.position}
    title = _("Sei in finale: tavolo %(n)d, sedia %(seat)d") if is_final else _("Tavolo %(n)d, sedia %(seat)d")
    hall = hall_of(round_.tournament, seat.table.number)
    key = f"seat:{round_.number}:{seat.table.number}:{seat.position}"
    return Moment(key, title % words, " · ".join(filter(None, (where, hall))), is_lasting=False)


def _done(round_: Round, entrants: Collection[Entrant], seats: Mapping[int, Seat]) -> Iterable[tuple[int, Moment]]:
    """Those whose own table is signed while others still play; without those who have no place there."""
    if not entrants:
        return
    lines = {line.entrant: line for line in standings_of(round_.tournament)}
    replays = _replays(round_.tournament, entrants, round_)
    for one in entrants:
        score = _score_in(lines.get(one.public_id), round_.number)
        if score is None or score.place is None:
            continue
        words = {"place": ordinal(score.place), "n": seats[one.pk].table.number, "points": points_in_words(score.gross)}
        text = " ".join(filter(None, (_("%(points)s.") % words, _chance(round_, score.place))))
        title = _("Hai finito %(place)s al tavolo %(n)d") % words
        yield one.pk, Moment(f"done:{round_.number}:{score.place}", title, text, replays=replays.get(one.pk, ()))


def _score_in(line: Standing | None, number: int) -> RoundScore | None:
    scores = line.per_round if line else ()
    return next((score for score in scores if score and score.round == number), None)


def _chance(round_: Round, place: int) -> str:
    """What this place at a table is worth for going on; nothing where everybody goes on or the event ends."""
    stage = stage_of(round_)
    if ends_the_event(round_) or stage.advancement == "everybody":
        return ""
    if stage.advancement == "by-standings" or (stage.runners_up and place > stage.through):
        return _("Chi passa si sa quando finisce il turno.")
    if place <= stage.through:
        return _("Con questo piazzamento si passa il turno.")
    return _("Con questo piazzamento non si passa il turno.")


# Between two rounds


def _after(round_: Round, entrants: Collection[Entrant]) -> Iterable[tuple[int, Moment]]:
    direct, through = _qualifiers(round_)
    replays = _replays(round_.tournament, entrants, round_)
    out = dict(_out(round_, entrants))
    for one in entrants:
        links = replays.get(one.pk, ())
        if one.public_id in direct:
            yield one.pk, _through(round_, FINAL, links)
        elif one.public_id in through:
            yield one.pk, _through(round_, _stage_after(round_), links)
        elif one.pk in out:
            yield one.pk, out[one.pk]
        elif links:
            yield one.pk, Moment(f"replay:{round_.number}", _("Rivedi la tua partita"), round_.name, replays=links)


def _out(last: Round, entrants: Collection[Entrant]) -> Iterable[tuple[int, Moment]]:
    """Those whose own last round is closed and cut the field, and who are not among those who went on from it."""
    seats = Seat.objects.filter(entrant__in=entrants, round__number__lte=last.number).exclude(
        round__state=RoundState.DRAFT
    )
    latest = {seat.entrant_id: seat for seat in seats.select_related("round", "table").order_by("round__number")}
    went_on: dict[int, set[str]] = {}
    replays, lines = {}, {}
    if latest:
        replays = _replays(last.tournament, entrants)
        lines = {line.entrant: line for line in standings_of(last.tournament)}
    for one in entrants:
        seat = latest.get(one.pk)
        if seat is None or seat.round.state != RoundState.CLOSED:
            continue
        number = seat.round.number
        if number not in went_on:
            seat.round.tournament = last.tournament
            went_on[number] = set().union(*_qualifiers(seat.round))
        if went_on[number] and one.public_id not in went_on[number]:
            text = _where_it_ended(seat, lines.get(one.public_id), len(lines))
            yield one.pk, Moment(f"out:{number}", _("Non passi il turno"), text, replays=replays.get(one.pk, ()))


def _where_it_ended(seat: Seat, line: Standing | None, field: int) -> str:
    score = _score_in(line, seat.round.number)
    if line is None or score is None or score.place is None:
        return ""
    words = {"place": ordinal(score.place), "n": seat.table.number, "rank": ordinal(line.rank), "field": field}
    return _("Hai finito %(place)s al tavolo %(n)d, e sei %(rank)s su %(field)d in classifica.") % words


def _qualifiers(round_: Round) -> tuple[set[str], set[str]]:
    """Those who wait for the final, and those who play the next round; nobody where everybody does."""
    if ends_the_event(round_) or stage_of(round_).advancement == "everybody":
        return set(), set()
    try:
        found, substitutions = qualified_and_substituted(round_)
    except MissingResults:
        return set(), set()
    gone = {one.gone for one in substitutions}
    instead = {one.instead for one in substitutions if one.instead is not None}
    direct = {one.entrant for one in found.waiting} - gone
    return direct, ({one.entrant for one in found.everybody} - gone) | instead


def _stage_after(round_: Round) -> str:
    format_ = format_of(round_.tournament)
    return format_.stages[round_.number].name if format_ else ""


def _through(round_: Round, stage: str, links: tuple) -> Moment:
    titles = {FINAL: _("Sei in finale!"), "semifinal": _("Sei in semifinale!")}
    title = titles.get(stage, _("Passi il turno!"))
    key = f"through:{round_.number}:{stage}"
    return Moment(key, title, _("Tavolo e sedia compaiono qui appena sono pubblicati."), replays=links)


# At the end


def _finished(tournament: Tournament, entrants: Collection[Entrant]) -> Iterable[tuple[int, Moment]]:
    lines = standings_of(tournament)
    ranks = {line.entrant: line.rank for line in lines if line.last}
    is_alone = list(ranks.values()).count(1) == 1
    replays = _replays(tournament, entrants)
    for one in entrants:
        rank = ranks.get(one.public_id)
        if rank is None:
            continue
        words = {"rank": ordinal(rank), "field": len(lines)}
        title = _("Hai vinto!") if rank == 1 and is_alone else _("Hai finito %(rank)s su %(field)d") % words
        links = replays.get(one.pk, ())
        yield one.pk, Moment(f"finished:{rank}", title, replays=links)


def _replays(tournament: Tournament, entrants: Collection[Entrant], round_: Round | None = None) -> dict[int, tuple]:
    """The games of each that anybody may see again, the newest first."""
    seats = Seat.objects.filter(entrant__in=entrants, table__state__in=(TableState.COUNTED, TableState.SIGNED))
    seats = seats.filter(round=round_) if round_ else seats.exclude(round__state=RoundState.DRAFT)
    found: dict[int, tuple] = {}
    for seat in seats.select_related("table__round", "table__status", "table__broadcast").order_by("-round__number"):
        links = tuple(_links(seat.table, tournament))
        found[seat.entrant_id] = found.get(seat.entrant_id, ()) + links
    return found


def _links(table: Table, tournament: Tournament) -> Iterable[table_hooks.TableLink]:
    table.round.tournament = tournament
    for link in table_hooks.links_for(table, None, frozenset()):
        yield table_hooks.TableLink(f"{link.label}: {table.round.name}", link.url)
