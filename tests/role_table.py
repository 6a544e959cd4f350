"""Who may open what: every address of the site, by method and role. Add your routes to ROUTES and, where a parameter has
no usual value, its arguments to ARGUMENTS; the test fails for an address that is not here.

A verdict is `may` (a page, a file, a form that came back, a redirect after an act), `login` (sent to log in), or the
status of the refusal. A foreign tournament answers 404; 403 is for those who have a role there, but not this one.
"""

from django.conf import settings

from games.registry import games
from referee.offline import bundle
from tournament.core.identity import key_of
from tournament.models import HouseGrant, LeagueSite, Person, PersonMerge, Season, SecondFactor, Uplink
from tournament.queries import badge_tokens
from tournament.states import HouseRight

ROLES = (
    "anonymous",
    "player",  # with a badge
    "projector",  # with a screen's token
    "api_token",  # a program, with the token of this tournament
    "stranger",  # who organizes another tournament
    "floor_judge",  # without a table
    "other_judge",  # of table 2
    "table_judge",  # of table 1, which every address below is about
    "player_judge",  # a head judge who plays at table 1
    "head_judge",
    "organizer",
    *(f"house_{right}" for right in HouseRight),  # who holds this right of the house alone, and no role
)


def row(anonymous: str, stranger: str, other_judge: str, table_judge: str, head_judge: str, organizer: str) -> dict:
    """A badge, a projector's token and a program's open their own pages and nothing else: everywhere they stand for nobody.

    A judge without a table is like the judge of another one. A head judge who plays is one wherever `OWN_TABLE` does not
    say otherwise.
    """
    return {
        **dict.fromkeys(("anonymous", "player", "projector", "api_token"), anonymous),
        "stranger": stranger,
        **{f"house_{right}": stranger for right in HouseRight},
        **dict.fromkeys(("floor_judge", "other_judge"), other_judge),
        "table_judge": table_judge,
        **dict.fromkeys(("player_judge", "head_judge"), head_judge),
        "organizer": organizer,
    }


EVERYBODY = row("may", "may", "may", "may", "may", "may")
ORGANIZER_OF_SOMETHING = row("login", "may", "403", "403", "403", "may")  # the stranger runs a day of his own


def house(*rights: HouseRight) -> dict:
    """A right of the house: no role at a tournament gives it, nor does another right."""
    return row("login", "403", "403", "403", "403", "403") | {f"house_{right}": "may" for right in rights}


LOGGED_IN = row("login", "may", "may", "may", "may", "may")
STAFF = row("login", "404", "may", "may", "may", "may")
JUDGE_OF_TABLE = row("login", "404", "403", "may", "may", "may")
DIRECTION = row("login", "404", "403", "403", "may", "may")
ORGANIZER = row("login", "404", "403", "403", "403", "may")
API = ("tournaments", "tournament", "entrants", "rounds", "round", "standings", "clock")
LINK_ALONE = row(*["404"] * 6)  # a captain's link opens it, whoever is logged in
INVITED_ALONE = row("login", *["404"] * 5) | {"floor_judge": "may"}
BADGE_ALONE = row(*["404"] * 6) | {"player": "may"}  # a badge opens it, whoever is logged in
NOBODY_LOGGED_IN = row("login", "405", "405", "405", "405", "405")
NOBODY = row("405", "405", "405", "405", "405", "405")


def page(who: dict) -> dict:
    """Read only."""
    return {"GET": who, "POST": NOBODY if who["anonymous"] == "may" else NOBODY_LOGGED_IN}


def act(who: dict) -> dict:
    """Only posted."""
    return {"GET": NOBODY_LOGGED_IN, "POST": who}


def form(who: dict) -> dict:
    """Shown and posted."""
    return {"GET": who, "POST": who}


ROUTES = {
    "login": form(EVERYBODY),
    "logout": {"GET": NOBODY_LOGGED_IN, "POST": row(*["login"] * 6)},  # whoever leaves lands on the log-in page
    "first_account": form(row(*["404"] * 6)),  # gone as soon as anybody has an account
    "entry_code": form(EVERYBODY),
    "entry_link": form(EVERYBODY),
    "second_step": form(row(*["login"] * 6)),  # of who has just given a password; else back to the log-in
    "password": form(LOGGED_IN),
    "second_factor": form(house(*HouseRight)),
    "tournament:second_factor_reset": act(house(HouseRight.ACCOUNTS)),
    "favicon.ico": form(EVERYBODY),
    "alive": page(EVERYBODY),
    "ready": page(EVERYBODY),
    "metrics": {"GET": row(*["404"] * 6), "POST": NOBODY},  # for whoever shows its token, a machine
    "system": page(ORGANIZER_OF_SOMETHING),
    "components": page(LOGGED_IN),
    "take_copy": act(house(HouseRight.COPIES)),
    "put_back": act(house(HouseRight.COPIES)),
    "download_copy": page(house(HouseRight.COPIES) | {"house_copies": "404"}),  # there is none
    "set_language": {"GET": EVERYBODY, "POST": EVERYBODY},
    "tournament:home": page(EVERYBODY),
    "tournament:new_tournament": form(house(HouseRight.EVENTS)),
    "tournament:house": page(house(*HouseRight)),
    "tournament:house_grant": act(house(HouseRight.ACCOUNTS)),
    "tournament:house_revoke": act(house(HouseRight.ACCOUNTS)),
    "tournament:invitations": page(LOGGED_IN),
    # An offer is answered by whom it was made to, here somebody who judges no table.
    "tournament:invitation_accept": act(INVITED_ALONE),
    "tournament:invitation_decline": act(INVITED_ALONE),
    "tournament:invitation_withdraw": act(ORGANIZER),
    "tournament:new_rehearsal": form(LOGGED_IN),
    "tournament:delete_rehearsal": act(ORGANIZER),
    "tournament:play_rehearsal": act(ORGANIZER),
    "tournament:new_screen": form(EVERYBODY),
    "tournament:projector": page(EVERYBODY),
    "tournament:projector_stream": page(EVERYBODY),
    "tournament:public": page(EVERYBODY),
    "tournament:public_round": page(EVERYBODY),
    **{
        f"tournament:{name}": page(EVERYBODY)
        for name in (
            "event_search",
            "player",
            "event_club",
            "crosstable",
            "crosstable_page",
            "crosstable_file",
            "bracket",
        )
    },
    "robots": page(EVERYBODY),
    "sitemap": page(EVERYBODY),
    "manifest": page(EVERYBODY),
    "site_picture": page(EVERYBODY),
    "tournament:picture": page(EVERYBODY),
    "tournament:table_picture": page(EVERYBODY),
    "tournament:season_picture": page(EVERYBODY),
    "tournament:ceremony": page(ORGANIZER),
    "tournament:albo": page(EVERYBODY),
    # of an event that is over, with somebody's consent
    **{f"tournament:{name}": {"GET": row(*["404"] * 6), "POST": NOBODY} for name in ("person", "club")},
    "tournament:rating": page(EVERYBODY),
    "tournament:rating_page": page(EVERYBODY),
    "tournament:play_records": page(EVERYBODY),
    "tournament:standings_page": page(EVERYBODY),
    "tournament:public_round_page": page(EVERYBODY),
    "tournament:seasons": {"GET": EVERYBODY, "POST": house(HouseRight.SEASONS)},
    "tournament:season": page(EVERYBODY),
    "tournament:season_page": page(EVERYBODY),
    "tournament:season_file": page(EVERYBODY),
    "tournament:season_count": act(house(HouseRight.SEASONS)),
    "tournament:season_leave_out": act(house(HouseRight.SEASONS)),
    "tournament:season_carry": act(house(HouseRight.SEASONS)),
    "tournament:league": page(house(HouseRight.SEASONS)),
    **{
        f"tournament:league_{name}": act(house(HouseRight.SEASONS))
        for name in ("register", "site", "tie", "untie", "send")
    },
    "tournament:league_receive": form(EVERYBODY),  # whoever sends is known by the signature
    "tournament:people": page(house(HouseRight.PEOPLE)),
    "tournament:people_merge": act(house(HouseRight.PEOPLE)),
    "tournament:people_part": act(house(HouseRight.PEOPLE)),
    "tournament:gestione_file": page(EVERYBODY),
    "tournament:day_plan": page(EVERYBODY),
    "tournament:day_plan_edit": form(ORGANIZER),
    "tournament:regulations": page(LOGGED_IN),
    "tournament:regulation": page(LOGGED_IN),
    "board": form(house(HouseRight.REGULATIONS)),
    "board_template": page(house(HouseRight.REGULATIONS)),
    "board_use": act(house(HouseRight.REGULATIONS)),
    "board_standard": act(house(HouseRight.REGULATIONS)),
    "tournament:regulation_sheet": page(LOGGED_IN),
    "tournament:regulation_edit": form(house(HouseRight.REGULATIONS)),
    "tournament:regulation_copy": act(house(HouseRight.REGULATIONS)),
    "tournament:regulation_restore": act(house(HouseRight.REGULATIONS)),
    "tournament:line_ups": page(row("login", "404", "403", "403", "404", "404")),  # of a tournament with teams alone
    "tournament:line_up": act(row("login", "404", "403", "403", "404", "404")),
    "tournament:line_up_deadline": act(row("login", "404", "403", "403", "404", "404")),
    "tournament:captain_links": act(row("login", "404", "403", "403", "404", "404")),
    "tournament:captain_revoke": act(row("login", "404", "403", "403", "404", "404")),
    "tournament:captain_enter": {"GET": LINK_ALONE, "POST": NOBODY},
    "tournament:captain": form(LINK_ALONE),
    "tournament:captain_leave": {"GET": NOBODY, "POST": LINK_ALONE},
    "tournament:team_standings": {"GET": row(*["404"] * 6), "POST": NOBODY},
    "tournament:rules": page(EVERYBODY),
    "tournament:rules_sheet": page(EVERYBODY),
    "tournament:rules_edit": form(ORGANIZER),
    "tournament:rules_restore": act(ORGANIZER),
    "tournament:sheet_page": page(EVERYBODY),
    "tournament:report": page(EVERYBODY),
    "referee:archive_order": act(ORGANIZER),
    "referee:archive": page(ORGANIZER),
    "tournament:webhooks": form(ORGANIZER),
    "tournament:token_issue": act(ORGANIZER),
    "tournament:token_revoke": act(ORGANIZER),
    "tournament:privacy": form(ORGANIZER),
    "tournament:erase_everybody": act(ORGANIZER),
    "tournament:entrant_export": page(ORGANIZER),
    "tournament:webhook_revoke": act(ORGANIZER),
    "tournament:calendar": page(EVERYBODY),
    "tournament:embedded": page(EVERYBODY),
    "tournament:spreadsheet": page(STAFF),
    **{f"tournament:api:{name}": page(EVERYBODY) for name in API},
    "tournament:api:openapi-json": page(EVERYBODY),
    "tournament:api:api-root": {"GET": row(*["404"] * 6), "POST": NOBODY},
    "tournament:api:unknown": {"GET": row(*["404"] * 6), "POST": NOBODY},
    "tournament:phone": page(EVERYBODY),
    "tournament:player_day": {"GET": BADGE_ALONE, "POST": NOBODY},
    "tournament:player_day_stream": {"GET": BADGE_ALONE, "POST": NOBODY},
    "tournament:player_day_arrive": {"GET": NOBODY, "POST": BADGE_ALONE},
    "tournament:player_day_subscribe": {"GET": NOBODY, "POST": BADGE_ALONE},
    "tournament:player_day_unsubscribe": {"GET": NOBODY, "POST": BADGE_ALONE},
    "tournament:player_day_worker": page(EVERYBODY),
    "tournament:player_day_leave": {"GET": NOBODY, "POST": BADGE_ALONE},
    "tournament:phone_renew": act(ORGANIZER),
    "tournament:print_outs": page(DIRECTION),
    "tournament:print_outs_stream": page(DIRECTION),
    "tournament:print_out_ready": page(DIRECTION),
    "tournament:print_out_file": page(DIRECTION),
    "tournament:print_out_order": act(DIRECTION),
    "tournament:logo": act(ORGANIZER),
    "tournament:paper_entry": page(DIRECTION),
    "tournament:paper_save": act(DIRECTION),
    "tournament:paper_sheet": page(DIRECTION),
    "tournament:standings": page(EVERYBODY),
    "tournament:standings_file": page(EVERYBODY),
    "tournament:seatings_file": page(EVERYBODY),
    "tournament:stream": page(EVERYBODY),
    "tournament:desk": page(STAFF),
    "tournament:log": page(STAFF),
    "tournament:roster": page(STAFF),
    "tournament:current_round": page(STAFF),
    "tournament:round": page(STAFF),
    "tournament:table": page(STAFF),
    "tournament:sheet_file": page(STAFF),
    "tournament:checkin": page(DIRECTION),
    "tournament:format": form(ORGANIZER),
    "tournament:edit_tournament": form(ORGANIZER),
    "tournament:staff": form(ORGANIZER),
    "tournament:screen_links": form(ORGANIZER),
    "tournament:screen_link_arrange": form(ORGANIZER),
    "tournament:screen_link_set_up": act(ORGANIZER),
    "tournament:announcement_add": act(ORGANIZER),
    "tournament:announcement_remove": act(ORGANIZER),
    "tournament:roster_import": form(ORGANIZER),
    "tournament:entrant_add": form(ORGANIZER),
    "tournament:entrant": form(ORGANIZER),
    "tournament:penalties": form(DIRECTION),
    "tournament:change_state": act(ORGANIZER),
    "tournament:set_minutes": act(ORGANIZER),
    "tournament:staff_revoke": act(ORGANIZER),
    "tournament:devices": page(ORGANIZER),
    "tournament:issue_pass": act(ORGANIZER),
    "tournament:end_device": act(ORGANIZER),
    "tournament:screen_link_revoke": act(ORGANIZER),
    "tournament:screen_pair": act(ORGANIZER),
    "tournament:entrant_withdraw": act(ORGANIZER),
    "tournament:entrant_remove": act(ORGANIZER),
    "tournament:entrant_erase": act(ORGANIZER),
    "tournament:draw": act(ORGANIZER),
    "tournament:redraw": act(ORGANIZER),
    "tournament:swap": form(ORGANIZER),
    "tournament:draft_alternatives": {
        "GET": row("login", "404", "403", "403", "403", "404"),
        "POST": ORGANIZER,
    },  # a draft's alone
    "tournament:incidents": page(DIRECTION),
    "tournament:replace": act(DIRECTION),
    "tournament:seat_late": act(DIRECTION),
    "tournament:vacate": act(DIRECTION),
    "tournament:walkover": act(DIRECTION),
    "tournament:put_right": form(DIRECTION),
    "tournament:draw_judges": act(DIRECTION),
    "tournament:table_splits": form(ORGANIZER),
    "tournament:table_split_trial": page(ORGANIZER),
    "tournament:criteria": form(ORGANIZER),
    "tournament:apart": form(ORGANIZER),
    "tournament:apart_forget": act(ORGANIZER),
    "tournament:publish_commitment": act(ORGANIZER),
    "tournament:draws": page(EVERYBODY),
    "tournament:draw_transcript": page(EVERYBODY),
    "tournament:verify": {"GET": NOBODY, "POST": EVERYBODY},
    "tournament:staff_describe": act(ORGANIZER),
    "tournament:objections": form(DIRECTION),
    "tournament:objections_window": act(DIRECTION),
    "tournament:objection_answer": act(DIRECTION),
    "tournament:discard": act(ORGANIZER),
    "tournament:publish": act(ORGANIZER),
    "tournament:unpublish": act(ORGANIZER),
    "tournament:decide_tie": act(ORGANIZER),
    "tournament:forget_tie": act(ORGANIZER),
    "tournament:checkin_mark": act(DIRECTION),
    "tournament:checkin_mark_all": act(DIRECTION),
    "tournament:penalty_revoke": act(DIRECTION),
    "tournament:penalty_restore": act(DIRECTION),
    "tournament:penalty_revise": act(DIRECTION),
    "tournament:penalty_appeal": act(DIRECTION),
    "tournament:penalty_uphold": act(DIRECTION),
    "tournament:entrant_readmit": act(ORGANIZER),
    "tournament:checkin_door": act(ORGANIZER),
    "tournament:checkin_note": act(DIRECTION),
    "tournament:correct_preview": act(DIRECTION),
    "tournament:back_to_waiting": act(DIRECTION),
    "tournament:start": act(DIRECTION),
    "tournament:call_back": act(DIRECTION),
    "tournament:close": act(DIRECTION),
    "tournament:reopen": act(DIRECTION),
    "tournament:clock": act(DIRECTION),
    "tournament:judges": act(DIRECTION),
    "tournament:correct": act(DIRECTION),
    "tournament:unsign": act(DIRECTION),
    "tournament:table_reopen": act(DIRECTION),
    "tournament:dispute": act(DIRECTION),
    "tournament:settle": act(DIRECTION),
    "tournament:extend_table_clock": act(DIRECTION),
    "tournament:enter": act(JUDGE_OF_TABLE),
    "tournament:sign": act(JUDGE_OF_TABLE),
    "referee:judge": page(STAFF),
    # A game under way is its staff's; once it is counted everybody may see it again.
    **{
        f"referee:{name}": {"GET": row("404", "404", "may", "may", "may", "may"), "POST": NOBODY}
        for name in ("replay", "replay_data", "replay_positions", "replay_dice")
    },
    # The same for all: of a game that is not counted there is no picture, not even for its staff.
    "referee:replay_picture": {"GET": row(*["404"] * 6), "POST": NOBODY},
    "referee:live_picture": page(EVERYBODY),
    "referee:strip": page(STAFF),
    "referee:stream": page(STAFF),
    "referee:lines": page(STAFF),
    "referee:judge_map": page(STAFF),
    "referee:open": act(JUDGE_OF_TABLE),
    "referee:reopen": act(JUDGE_OF_TABLE),
    "referee:answer": act(JUDGE_OF_TABLE),
    "referee:submit_act": act(JUDGE_OF_TABLE),
    "referee:register": act(JUDGE_OF_TABLE),
    "referee:undo": act(JUDGE_OF_TABLE),
    "referee:redo": act(JUDGE_OF_TABLE),
    "referee:correct": act(JUDGE_OF_TABLE),
    "referee:show_sealed": act(JUDGE_OF_TABLE),
    "referee:time_over": act(JUDGE_OF_TABLE),
    "referee:level": act(JUDGE_OF_TABLE),
    "referee:reclaim_device": act(JUDGE_OF_TABLE),
    "referee:acquire": act(JUDGE_OF_TABLE),
    "referee:sign": act(JUDGE_OF_TABLE),
    "referee:confirm_act": act(JUDGE_OF_TABLE),
    "referee:pre_alarm": act(JUDGE_OF_TABLE),
    "referee:pause": act(JUDGE_OF_TABLE),
    "referee:resume": act(JUDGE_OF_TABLE),
    "referee:archive_record": act(JUDGE_OF_TABLE),
    "referee:call": act(JUDGE_OF_TABLE),
    "referee:resolve_call": act(JUDGE_OF_TABLE),
    "referee:flag": act(JUDGE_OF_TABLE),
    "referee:settle": act(JUDGE_OF_TABLE),
    "referee:accept": act(JUDGE_OF_TABLE),
    "referee:withdraw": act(JUDGE_OF_TABLE),
    "referee:dispute": act(JUDGE_OF_TABLE),
    "referee:hand_over": form(JUDGE_OF_TABLE),
    "referee:rule": act(DIRECTION),
    "referee:late_register": act(DIRECTION),
    "referee:late_drop": act(DIRECTION),
    "referee:offline_bundle": page(JUDGE_OF_TABLE),
    "referee:queue": act(JUDGE_OF_TABLE),
    "referee:service_worker": page(EVERYBODY),
    "referee:worker": page(EVERYBODY),
    "referee:sources": page(EVERYBODY),
    "referee:live": page(EVERYBODY),
    "referee:live_stream": page(EVERYBODY),
    **{f"referee:live_{name}": page(EVERYBODY) for name in ("state", "frame", "band", "board", "outlines", "sting")},
    "referee:live_open": act(ORGANIZER),
    "referee:live_close": act(ORGANIZER),
    "referee:floor": page(STAFF),
    "referee:redeem": form(STAFF),
    "referee:help": page(EVERYBODY),
    "referee:booklet": page(EVERYBODY),
    "referee:manual": page(EVERYBODY),
    "referee:help_game": page(EVERYBODY),
    "referee:help_sheet": page(EVERYBODY),
    "referee:practice": page(LOGGED_IN),
    "referee:puzzle": form(LOGGED_IN),
    "referee:exam": form(LOGGED_IN),
    "referee:exam_start": act(LOGGED_IN),
}

# At the own table a role gives nothing, not even to look.
OWN_TABLE = (
    {route for route, methods in ROUTES.items() if JUDGE_OF_TABLE in methods.values()}
    | {
        f"referee:{name}"
        for name in (
            "judge",
            "lines",
            "judge_map",
            "strip",
            "stream",
            "replay",
            "replay_data",
            "replay_positions",
            "replay_dice",
            "rule",
            "late_register",
            "late_drop",
        )
    }
    | {
        f"tournament:{name}"
        for name in (
            "correct",
            "correct_preview",
            "table_reopen",
            "unsign",
            "dispute",
            "settle",
            "judges",
            "back_to_waiting",
            "extend_table_clock",
            "paper_save",
            "paper_sheet",
        )
    }
)
BODIES = {"tournament:judges": "judge_1="}
"""What is posted where an empty form asks for nothing, so that nothing would be refused."""
for _route in OWN_TABLE:
    ROUTES[_route] = {
        method: {**who, "player_judge": "403" if who["player_judge"] == "may" else who["player_judge"]}
        for method, who in ROUTES[_route].items()
    }

# What each parameter of an address is in the world of the test; `world` is the fixture of tests/test_roles.py.
USUAL = {
    "slug": lambda world: world.tournament.slug,
    "code": lambda world: world.tournament.slug,
    "number": lambda world: 1,
    "place": lambda world: 1,
    "page": lambda world: 1,
    "game": lambda world: world.tournament.game,
    "key": lambda world: key_of(world.tournament.entrants.exclude(club="").first().club, ""),
    "kind": lambda world: "pdf",
    "name": lambda world: world.tournament.rules.slug,
    "line": lambda world: 0,
    "public_id": lambda world: world.tournament.entrants.first().public_id,
    "token": lambda world: world.token,
    "table_pk": lambda world: world.table.pk,
}
ARGUMENTS = {
    "tournament:second_factor_reset": lambda world: {
        "pk": SecondFactor.objects.create(user=world.membership.user, nonce="x").pk
    },
    "tournament:house_revoke": lambda world: {"pk": HouseGrant.objects.first().pk},
    **{
        f"tournament:season{name}": lambda world: {"code": a_season(world).code}
        for name in ("", "_count", "_carry", "_picture")
    },
    "tournament:season_page": lambda world: {"code": a_season(world).code, "page": 1},
    "tournament:league": lambda world: {"code": a_season(world).code},
    **{
        f"tournament:league_{name}": lambda world: {"code": a_season(world).code}
        for name in ("register", "tie", "untie")
    },
    "tournament:league_send": lambda world: {"code": a_season_on_its_way(world)},
    "tournament:league_site": lambda world: {
        "code": (season := a_season(world)).code,
        "pk": a_venue(season).pk,
        "what": "chiudi",
    },
    "tournament:league_receive": lambda world: {
        "code": (site := a_venue(a_season(world))).code,
        "season": site.season.code,
    },
    "tournament:season_file": lambda world: {"code": a_season(world).code, "kind": "csv"},
    "tournament:season_leave_out": lambda world: {
        "code": (season := a_season(world)).code,
        "pk": season.events.create(tournament=world.tournament).pk,
    },
    "tournament:people_part": lambda world: {"pk": a_merge()},
    "referee:sources": lambda world: {"digest": bundle.digest()},
    "referee:settle": lambda world: at_the_table(world, a_flag(world)),
    "referee:late_register": lambda world: at_the_table(world, a_late_entry(world)),
    "referee:late_drop": lambda world: at_the_table(world, a_late_entry(world)),
    **dict.fromkeys(
        ("referee:puzzle", "referee:exam", "referee:exam_start", "referee:help_game", "referee:help_sheet"),
        lambda world: {"game_slug": world.tournament.game},
    ),
    "referee:manual": lambda world: {"manual": "emergenze"},
    "tournament:phone": lambda world: {"token": badge_tokens.token_of(world.tournament.entrants.first())},
    "tournament:spreadsheet": lambda world: {"slug": world.tournament.slug, "what": "iscritti", "kind": "csv"},
    "tournament:webhook_revoke": lambda world: {"slug": world.tournament.slug, "pk": a_webhook(world)},
    "tournament:token_revoke": lambda world: {"slug": world.tournament.slug, "pk": an_api_token(world)},
    "tournament:print_out_file": lambda world: {"slug": world.tournament.slug, "what": "classifica"},
    "tournament:print_out_order": lambda world: {"slug": world.tournament.slug, "what": "badge"},
    "tournament:print_out_ready": lambda world: {"slug": world.tournament.slug, "pk": a_print(world)},
    "referee:archive": lambda world: {"slug": world.tournament.slug, "pk": a_print(world, "archivio")},
    **{
        name: lambda world: {"played": next(slug for slug, game in games().items() if game.replaceable)}
        for name in ("board", "board_template", "board_use", "board_standard")
    },
    "download_copy": lambda world: {"name": "sdadata-20260101-000000-000000.backup"},
    "entry_link": lambda world: {"token": "mai-dato"},
    "tournament:captain_enter": lambda world: {"token": "mai-dato"},
    "tournament:issue_pass": lambda world: {"slug": world.tournament.slug, "pk": world.membership.pk},
    "tournament:end_device": lambda world: {
        "slug": world.tournament.slug,
        "pk": world.membership.pk,
        "device": world.membership.user.devices.get().pk,
    },
    **{f"tournament:invitation_{name}": lambda world: {"pk": an_invitation(world)} for name in ("accept", "decline")},
    "tournament:invitation_withdraw": lambda world: {"slug": world.tournament.slug, "pk": an_invitation(world)},
    "tournament:staff_revoke": lambda world: {"slug": world.tournament.slug, "pk": world.membership.pk},
    "tournament:screen_link_revoke": lambda world: {"slug": world.tournament.slug, "pk": world.screen.pk},
    "tournament:screen_link_arrange": lambda world: {"slug": world.tournament.slug, "pk": world.screen.pk},
    "tournament:screen_link_set_up": lambda world: {"slug": world.tournament.slug, "pk": world.screen.pk},
    "tournament:announcement_remove": lambda world: {"slug": world.tournament.slug, "pk": an_announcement(world)},
    "tournament:staff_describe": lambda world: {"slug": world.tournament.slug, "pk": world.membership.pk},
    "tournament:apart_forget": lambda world: {"slug": world.tournament.slug, "pk": world.pair.pk},
    "tournament:objection_answer": lambda world: {
        "slug": world.tournament.slug,
        "number": 1,
        "pk": world.objection.pk,
    },
    **{
        f"tournament:penalty_{name}": lambda world: {"slug": world.tournament.slug, "pk": world.penalty.pk}
        for name in ("revoke", "restore", "revise", "appeal", "uphold")
    },
}


def a_season(world) -> Season:
    return Season.objects.create(name="Stagione")


def a_venue(season: Season) -> LeagueSite:
    return season.sites.create(name="Sede", public_key="A" * 43 + "=")


def a_season_on_its_way(world) -> str:
    season = a_season(world)
    Uplink.objects.create(season=season, url="http://127.0.0.1:9/lega/stagione/sede/")
    return season.code


def a_merge() -> int:
    one, other = (Person.objects.create(surname="Rossi", key="rossi") for _n in range(2))
    return PersonMerge.objects.create(survivor=one, merged=other, moved={"entrants": [], "carried": []}).pk


def an_invitation(world) -> int:
    invited = world.tournament.memberships.get(user__username="floor_judge").user
    return world.tournament.invitations.create(user=invited, role="head_judge").pk


def an_announcement(world) -> int:
    return world.tournament.announcements.create(text="Si mangia alle 13").pk


def a_webhook(world) -> int:
    return world.tournament.webhooks.create(url="https://example.org/", secret="s").pk


def an_api_token(world) -> int:
    return world.tournament.api_tokens.create(label="il sito", token_hash="0").pk


def a_print(world, kind: str = "badge") -> int:
    return world.tournament.prints.create(kind=kind, state="ready", file=b"%PDF", done=1, total=1).pk


def at_the_table(world, pk: int) -> dict:
    return {"slug": world.tournament.slug, "number": 1, "place": 1, "pk": pk}


def a_flag(world) -> int:
    return world.table.record.flags.create(seq=1, words="carta pescata due volte").pk


def a_late_entry(world) -> int:
    act = '{"type":"note","text":"arrivata tardi"}'
    waiting = {"expected_seq": 0, "by_seat": "judge", "act": act, "words": "Nota"}
    return world.table.record.quarantined.create(client_key="in-ritardo", **waiting).pk


# A copy of PostgreSQL cannot be stripped of its secrets, so the right to take copies does not hand it out.
if "postgresql" in settings.DATABASES["default"]["ENGINE"]:
    ROUTES["download_copy"]["GET"] = {**ROUTES["download_copy"]["GET"], "house_copies": "403"}
