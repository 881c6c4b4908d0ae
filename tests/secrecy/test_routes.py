"""Who may see what: every route and every role, in a table; and no answer to the wrong ears carries a secret.

A route that is missing here fails a test: whoever adds one says who may use it.
"""

from __future__ import annotations

import json
import re
from contextlib import nullcontext

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.entrance.cookies import mark_of
from control.kernel.entrance.front_pages import SCREENS
from control.sengoku.game import SENGOKU
from control.sengoku.rules.desks import DESKS
from control.sengoku.rules.people.generals_codes import general_code
from tests.conftest import opened, sign_in, signed_in_before
from tests.games import CHANCE, CODES, Hall, close, copy_of

INSIDE = ("map", "game")
GAME = ("game",)
HONOUR = ("team", "game")
BOOKS = ("team", "npd", "bakufu", "game")
LOCALS = ("map", "game", "npd")
HEIRS = ("team", "map", "game", "npd", "bakufu")
MAKERS = ("map", "game", "team", "npd", "bakufu")
TELLS = ("map", "game", "team", "npd", "bakufu")
DOSSIERS = ("npd", "team", "game")
KEEPS_BOOKS = ("team", "npd", "bakufu", "game")
SHADOWS = ("intelligence", "game")
EVERYBODY = (None, *DESKS)

OWN = general_code(CHANCE.cookies, 1, "uesugi-kenshin", 0)
"""What stands on the paper of army 1's general: whoever holds it is he."""

# "METHOD rule": who may, an address, the statuses of those who may
PAGES: dict[str, tuple[tuple[str | None, ...], str, set[int]]] = {
    "GET /": (EVERYBODY, "/", {303}),
    "GET /about": (EVERYBODY, "/about", {200}),
    "GET /sign-in": (EVERYBODY, "/sign-in?next=/map/", {200}),
    "POST /sign-in": (EVERYBODY, "/sign-in", {422}),
    "GET /guessing": (GAME, "/guessing", {200}),
    "POST /guessing": (GAME, "/guessing", {303}),
    "GET /hide": (EVERYBODY, "/hide", {303}),
    "POST /hide": (tuple(DESKS), "/hide", {204}),
    "POST /open-again": (EVERYBODY, "/open-again", {400, 403}),
    "POST /sign-out": (EVERYBODY, "/sign-out", {303}),
    "GET /drafts/": (tuple(DESKS), "/drafts/", {200}),
    "POST /drafts/": (tuple(DESKS), "/drafts/", {204}),
    "GET /standing": (EVERYBODY, "/standing", {200}),
    "GET /news/<kind>/<int:number>/<shown>": (INSIDE, "/news/army/1/0", {200}),
    "GET /live": (EVERYBODY, "/live", {200}),
    "GET /c/": (EVERYBODY, "/c/", {400}),
    "GET /c/<code>": (EVERYBODY, "/c/A1-3", {303}),
    "GET /display/": (EVERYBODY, "/display/", {200}),
    "GET /display/drawing": (EVERYBODY, "/display/drawing", {200}),
    "GET /display/legend": (EVERYBODY, "/display/legend", {200}),
    "GET /display/season": (EVERYBODY, "/display/season", {200}),
    "GET /display/<key>": (EVERYBODY, "/display/hall", {200}),
    "GET /display/<key>/now": (EVERYBODY, "/display/hall/now", {200}),
    "GET /display/now": (EVERYBODY, "/display/now", {200}),
    "GET /display/view/<view>": (EVERYBODY, "/display/view/map", {200}),
    "GET /display/desk/": (GAME, "/display/desk/", {200}),
    "GET /display/desk/list": (GAME, "/display/desk/list", {200}),
    "POST /display/desk/point": (GAME, "/display/desk/point", {400}),
    "POST /display/desk/remove": (GAME, "/display/desk/remove", {400}),
    "GET /news-desk/": (GAME, "/news-desk/?every=1", {200}),
    "GET /news-desk/list": (GAME, "/news-desk/list", {200}),
    "GET /news-desk/journal": (GAME, "/news-desk/journal?every=1", {200}),
    "POST /news-desk/<what>": (GAME, "/news-desk/release", {422}),
    "GET /confirmations/": (tuple(DESKS), "/confirmations/", {200}),
    "GET /confirmations/list": (tuple(DESKS), "/confirmations/list", {200}),
    "POST /confirmations/": (tuple(DESKS), "/confirmations/", {400}),
    "GET /announcements/": (tuple(DESKS), "/announcements/", {200}),
    "GET /announcements/list": (tuple(DESKS), "/announcements/list", {200}),
    "GET /announcements/banner": (tuple(DESKS), "/announcements/banner", {200}),
    "POST /announcements/": (GAME, "/announcements/", {400}),
    "POST /announcements/<int:number>/read": (tuple(DESKS), "/announcements/1/read", {303, 400}),  # 400: not to them
    "POST /announcements/<int:number>/end": (GAME, "/announcements/1/end", {303, 400, 409}),
    "GET /static/<path:filename>": (EVERYBODY, "/static/icon.svg", {200}),
    "GET /map/": (INSIDE, "/map/", {200}),
    "GET /map/business": (INSIDE, "/map/business", {200}),
    "GET /map/drawing": (INSIDE, "/map/drawing", {200}),
    "GET /map/forces": (INSIDE, "/map/forces", {200}),
    "GET /map/encounters/<int:number>": (INSIDE, "/map/encounters/1", {200}),
    "GET /map/provinces/<key>": (INSIDE, "/map/provinces/shinano", {200}),
    "POST /map/provinces/<key>/unrest": (INSIDE, "/map/provinces/shinano/unrest", {400}),
    "GET /map/provinces/<key>/take": (INSIDE, "/map/provinces/shinano/take", {200}),
    "GET /map/provinces/<key>/settle": (INSIDE, "/map/provinces/shinano/settle", {200}),
    "POST /map/provinces/<key>/settle": (INSIDE, "/map/provinces/shinano/settle", {400}),
    "POST /map/provinces/<key>/take": (INSIDE, "/map/provinces/shinano/take", {400}),
    "GET /works/<clan>": (HONOUR, "/works/takeda", {200}),
    "GET /works/<clan>/list": (HONOUR, "/works/takeda/list", {200}),
    "POST /works/<clan>/order": (HONOUR, "/works/takeda/order", {400}),
    "POST /works/<clan>/recommission": (HONOUR, "/works/takeda/recommission", {400}),
    "GET /letters/": (BOOKS, "/letters/", {200}),
    "GET /letters/list": (BOOKS, "/letters/list", {200}),
    "GET /letters/<code>": (BOOKS, "/letters/L1-9", {400}),
    "POST /letters/": (BOOKS, "/letters/", {400}),
    "POST /letters/<int:number>/post": (BOOKS, "/letters/1/post", {400}),
    "POST /letters/<int:number>/deliver": (BOOKS, "/letters/1/deliver", {400}),
    "POST /letters/travel": (("team", "game"), "/letters/travel", {400}),
    "GET /find": (tuple(DESKS), "/find?q=kai", {303}),
    "GET /find/suggest": (tuple(DESKS), "/find/suggest?q=o", {200}),
    "GET /find/clans/<key>": (tuple(DESKS), "/find/clans/takeda", {200}),
    "GET /map/raise": (INSIDE, "/map/raise", {200}),
    "POST /map/raise/<name>": (INSIDE, "/map/raise/army.form", {400}),
    "GET /map/phase": (INSIDE, "/map/phase", {200}),
    "POST /map/phase": (INSIDE, "/map/phase", {400}),
    "GET /map/encounters/call": (INSIDE, "/map/encounters/call", {200}),
    "POST /map/encounters/pass-all": (INSIDE, "/map/encounters/pass-all", {422}),
    "POST /map/encounters/call": (INSIDE, "/map/encounters/call", {400}),
    "POST /map/encounters/<int:number>/claim": (INSIDE, "/map/encounters/1/claim", {422}),
    "POST /map/encounters/<int:number>/answer": (INSIDE, "/map/encounters/1/answer", {400}),
    "POST /map/encounters/<int:number>/settle": (INSIDE, "/map/encounters/1/settle", {400}),
    "POST /map/encounters/<int:number>/battle": (INSIDE, "/map/encounters/1/battle", {409}),
    "GET /armies/<int:number>": (INSIDE, "/armies/1", {200}),
    "GET /armies/<int:number>/order": (INSIDE, "/armies/1/order", {200}),
    "POST /armies/<int:number>/order": (INSIDE, "/armies/1/order", {422}),
    "POST /armies/<int:number>/correct": (INSIDE, "/armies/1/correct", {400}),
    "POST /armies/<int:number>/disband": (INSIDE, "/armies/1/disband", {422}),
    "GET /orders/": (INSIDE, "/orders/", {200}),
    "GET /orders/missing": (INSIDE, "/orders/missing", {200}),
    "GET /orders/next": (INSIDE, "/orders/next", {200}),
    "GET /orders/<int:number>": (INSIDE, "/orders/1", {200}),
    "GET /orders/<int:number>/draft": (INSIDE, "/orders/1/draft?route=shinano", {200}),
    "POST /orders/<int:number>": (INSIDE, "/orders/1", {422}),
    "POST /orders/lock": (INSIDE, "/orders/lock", {409}),
    "POST /orders/unlock": (INSIDE, "/orders/unlock", {400}),
    "GET /orders/list": (INSIDE, "/orders/list", {200}),
    "POST /orders/list": (INSIDE, "/orders/list", {400}),
    "POST /orders/list/enter": (INSIDE, "/orders/list/enter", {400}),
    "GET /orders/list.csv": (INSIDE, "/orders/list.csv", {200}),
    "GET /battles/<int:number>": (INSIDE, "/battles/1", {200}),
    "GET /battles/<int:number>/odds": (INSIDE, "/battles/1/odds", {200}),
    "GET /battles/<int:number>/what-if": (INSIDE, "/battles/1/what-if", {200}),
    "POST /battles/<int:number>/round": (INSIDE, "/battles/1/round", {400}),
    "POST /battles/<int:number>/let-in": (INSIDE, "/battles/1/let-in", {400}),
    "POST /battles/<int:number>/grant": (INSIDE, "/battles/1/grant", {400}),
    "POST /battles/<int:number>/commander": (INSIDE, "/battles/1/commander", {400}),
    "POST /battles/<int:number>/ask": (INSIDE, "/battles/1/ask", {400}),
    "GET /battles/<int:number>/secret": (INSIDE, "/battles/1/secret", {204}),
    "POST /battles/<int:number>/seal": (INSIDE, "/battles/1/seal", {409}),
    "GET /battles/<int:number>/phone/<role>": (INSIDE, "/battles/1/phone/attacker", {200}),
    "POST /battles/<int:number>/share": (INSIDE, "/battles/1/share", {400}),
    "GET /battles/<int:number>/claim": (INSIDE, "/battles/1/claim", {200}),
    "POST /battles/<int:number>/claim": (INSIDE, "/battles/1/claim", {303, 422}),
    "GET /battles/<int:number>/slip": (INSIDE, "/battles/1/slip", {200}),
    "GET /tactic/": (EVERYBODY, "/tactic/", {200}),
    "POST /armies/<int:number>/code": (INSIDE, "/armies/1/code", {303}),
    "POST /game/new-code": (GAME, "/game/new-code", {400}),
    "GET /tactic/<token>": (EVERYBODY, f"/tactic/{OWN}", {200}),
    "GET /tactic/<token>/now": (EVERYBODY, f"/tactic/{OWN}/now", {200}),
    "POST /tactic/<token>": (EVERYBODY, f"/tactic/{OWN}", {409}),
    "POST /battles/<int:number>/end": (INSIDE, "/battles/1/end", {400, 422}),  # 422: another umpire has it
    "GET /npd/rebels": (LOCALS, "/npd/rebels", {200}),
    "POST /npd/rebels": (LOCALS, "/npd/rebels", {400}),
    "GET /npd/touched": (DOSSIERS, "/npd/touched", {200}),
    "GET /npd/touched/list": (DOSSIERS, "/npd/touched/list", {200}),
    "GET /npd/clans": (DOSSIERS, "/npd/clans", {200}),
    "GET /npd/clans/<clan>": (DOSSIERS, "/npd/clans/yuki", {200, 403}),  # 403: Team Control minds it not
    "POST /npd/clans/<clan>/attitude": (DOSSIERS, "/npd/clans/yuki/attitude", {400, 403}),
    "GET /npd/clans/<clan>/answer/<to>/<matter>": (DOSSIERS, "/npd/clans/yuki/answer/takeda/letter", {200, 403}),
    "POST /npd/clans/<clan>/answer/<to>/<matter>": (DOSSIERS, "/npd/clans/yuki/answer/yuki/letter", {422, 403}),
    "POST /npd/clans/<clan>/answer/<to>/<matter>/decide": (
        DOSSIERS,
        "/npd/clans/yuki/answer/takeda/letter/decide",
        {400, 403},
    ),
    "POST /npd/clans/<clan>/do/<action>": (DOSSIERS, "/npd/clans/yuki/do/army.form", {400, 403}),
    "POST /npd/proposals": (DOSSIERS, "/npd/proposals", {400}),
    "GET /npd/": (LOCALS, "/npd/", {200}),
    "GET /npd/questions": (LOCALS, "/npd/questions", {200}),
    "GET /npd/<int:number>/<answer>": (LOCALS, "/npd/1/joins", {400}),
    "POST /npd/<int:number>": (LOCALS, "/npd/1", {400}),
    "GET /bakufu/": (("bakufu", "game"), "/bakufu/", {200}),
    "GET /bakufu/waits": (("bakufu", "game"), "/bakufu/waits", {200}),
    "POST /bakufu/rebellion": (("bakufu", "game"), "/bakufu/rebellion", {400}),
    "POST /bakufu/rebellion/lift": (("bakufu", "game"), "/bakufu/rebellion/lift", {400}),
    "GET /bakufu/calls/": (("bakufu", "game"), "/bakufu/calls/", {200}),
    "POST /bakufu/calls/": (("bakufu", "game"), "/bakufu/calls/", {400}),
    "GET /bakufu/calls/<code>": ((*BOOKS, "map"), "/bakufu/calls/C1-9", {400}),
    "POST /bakufu/calls/<code>/<deed>": ((*BOOKS, "map"), "/bakufu/calls/C1-F/answer", {400, 403}),
    "GET /services/": (BOOKS, "/services/", {200}),
    "POST /services/": (BOOKS, "/services/", {400}),
    "POST /services/claims": (BOOKS, "/services/claims", {400}),
    "POST /services/claims/<int:number>/discover": (BOOKS, "/services/claims/1/discover", {400}),
    "GET /petitions/": (BOOKS, "/petitions/", {200}),
    "POST /petitions/": (BOOKS, "/petitions/", {400}),
    "GET /petitions/<code>": (BOOKS, "/petitions/P1-9", {400}),
    "POST /petitions/<code>/<deed>": (BOOKS, "/petitions/P1-J/decide", {400, 403}),
    "GET /shogun/": (("bakufu", "game"), "/shogun/", {200}),
    "GET /shogun/<key>": (("bakufu", "game"), "/shogun/takeda-harunobu", {200}),
    "POST /shogun/<key>/<deed>": (("bakufu", "game"), "/shogun/takeda-harunobu/condition", {400}),
    "GET /edicts/": (("bakufu", "game"), "/edicts/", {200}),
    "POST /edicts/": (("bakufu", "game"), "/edicts/", {400}),
    "POST /edicts/<int:number>/withdraw": (("bakufu", "game"), "/edicts/1/withdraw", {400}),
    "GET /edicts/<code>": (tuple(DESKS), "/edicts/E1-5", {400}),
    "GET /treaties/": (tuple(DESKS), "/treaties/", {200}),
    "GET /shadows/": (SHADOWS, "/shadows/", {200}),
    "GET /shadows/list": (SHADOWS, "/shadows/list", {200}),
    "GET /shadows/job.pdf": (SHADOWS, "/shadows/job.pdf", {200}),
    "GET /shadows/slips.pdf": (SHADOWS, "/shadows/slips.pdf", {400}),
    "GET /shadows/<int:number>/slip.pdf": (SHADOWS, "/shadows/1/slip.pdf", {400}),
    "POST /shadows/": (SHADOWS, "/shadows/", {400}),
    "GET /shadows/<int:number>": (SHADOWS, "/shadows/1", {400}),
    "POST /shadows/<int:number>/<deed>": (SHADOWS, "/shadows/1/deliver", {400}),
    "POST /treaties/": ((*LOCALS, "team"), "/treaties/", {400}),
    "GET /treaties/hostages": (tuple(DESKS), "/treaties/hostages", {200}),
    "POST /treaties/hostages/<what>": ((*INSIDE, "team", "npd", "bakufu"), "/treaties/hostages/release", {400, 403}),
    "GET /treaties/vassals": (tuple(DESKS), "/treaties/vassals", {200}),
    "POST /treaties/<int:number>/dues": (KEEPS_BOOKS, "/treaties/1/dues", {400}),
    "GET /treaties/<int:number>/breach": ((*LOCALS, "team"), "/treaties/1/breach", {400}),
    "POST /treaties/<int:number>/<what>": ((*LOCALS, "team"), "/treaties/1/end", {400}),
    "GET /game/": (GAME, "/game/", {200}),
    "GET /now/": (tuple(DESKS), "/now/", {200}),
    "GET /clans/<key>": (KEEPS_BOOKS, "/clans/oda", {200, 403}),
    "GET /clans/<key>/now": (KEEPS_BOOKS, "/clans/oda/now", {200, 403}),
    "POST /clans/<key>/<deed>": (KEEPS_BOOKS, "/clans/oda/visit", {400, 403}),
    "GET /journal/": (tuple(DESKS), "/journal/", {200}),
    "GET /journal/apart": (SHADOWS, "/journal/apart", {200}),
    "POST /game/correct": (GAME, "/game/correct", {400}),
    "GET /journal/told/<int(signed=True):number>": (tuple(DESKS), "/journal/told/1", {200}),
    "POST /journal/undo": (tuple(DESKS), "/journal/undo", {400}),
    "GET /journal/rewind/<int:number>": (tuple(DESKS), "/journal/rewind/1", {200, 400}),
    "POST /journal/rewind/<int:number>": (tuple(DESKS), "/journal/rewind/1", {400, 403, 409}),
    "GET /rules/": (tuple(DESKS), "/rules/", {200}),
    "GET /demo/": (tuple(DESKS), "/demo/", {200}),
    "GET /demo/now": (tuple(DESKS), "/demo/now", {200}),
    "POST /demo/": (GAME, "/demo/", {400}),
    "POST /demo/throw-away": (GAME, "/demo/throw-away", {303}),
    "GET /g/demo/": (EVERYBODY, "/g/demo/", {404}),
    "GET /g/demo/<path:_rest>": (EVERYBODY, "/g/demo/map/", {404}),
    "GET /help/": (tuple(DESKS), "/help/", {200}),
    "GET /help/<desk>": (tuple(DESKS), "/help/map", {200}),
    "GET /help/umpires": (tuple(DESKS), "/help/umpires", {200}),
    "GET /rulings/": (tuple(DESKS), "/rulings/", {200}),
    "POST /rulings/": (GAME, "/rulings/", {400}),
    "GET /rulings/<option>/<value>": (INSIDE, "/rulings/odds_rounding/nearest", {200}),
    "POST /rulings/<option>/<value>": (GAME, "/rulings/odds_rounding/nearest", {400}),
    "GET /season/": (("team", "game"), "/season/", {200}),
    "GET /season/now": (("team", "game"), "/season/now", {200}),
    "POST /season/close": (GAME, "/season/close", {400}),
    "POST /season/clans/<name>": (("team", "game"), "/season/clans/season.tick", {400}),
    "GET /season/winter": (KEEPS_BOOKS, "/season/winter", {200}),
    "GET /season/winter/now": (KEEPS_BOOKS, "/season/winter/now", {200}),
    "POST /season/winter": (KEEPS_BOOKS, "/season/winter", {422}),
    "GET /season/winter/<key>": (KEEPS_BOOKS, "/season/winter/takeda", {200, 404}),
    "POST /season/winter/<key>/<name>": (KEEPS_BOOKS, "/season/winter/takeda/upkeep.pay_all", {403, 422}),
    "GET /season/statements": (KEEPS_BOOKS, "/season/statements", {200}),
    "GET /tell/": (TELLS, "/tell/", {200}),
    "GET /tell/list": (TELLS, "/tell/list", {200}),
    "GET /tell/count": (TELLS, "/tell/count", {200}),
    "POST /tell/<name>": (TELLS, "/tell/notice.tell", {400}),
    "GET /team/": (BOOKS, "/team/", {200}),
    "GET /team/<key>": (BOOKS, "/team/takeda", {200, 403}),  # 403: another desk keeps its books
    "GET /team/<key>/now": (BOOKS, "/team/takeda/now", {200, 403}),
    "GET /team/<key>/since/<int:last>": (BOOKS, "/team/takeda/since/1", {200, 403}),
    "GET /team/<key>/troops": (BOOKS, "/team/takeda/troops", {200, 403}),
    "POST /team/<key>/troops": (BOOKS, "/team/takeda/troops", {400, 403}),
    "POST /team/<key>/raise": (BOOKS, "/team/takeda/raise", {400, 403}),
    "GET /team/<key>/<what>": (BOOKS, "/team/takeda/event", {200, 403}),
    "POST /team/<key>/<what>": (BOOKS, "/team/takeda/event", {400, 403}),
    "GET /books/": (BOOKS, "/books/", {200}),
    "GET /books/now": (BOOKS, "/books/now", {200}),
    "GET /books/<key>/<int:year>": (BOOKS, "/books/takeda/1550", {200, 403}),
    "GET /books/<key>/<int:year>.<kind>": (BOOKS, "/books/takeda/1550.csv", {200, 403}),
    "GET /books/<key>/bookings.<kind>": (BOOKS, "/books/takeda/bookings.csv", {200, 403}),
    "GET /books/bookings.<kind>": (GAME, "/books/bookings.csv", {200}),
    "GET /books/balances.<kind>": (BOOKS, "/books/balances.csv", {200}),
    "POST /books/<key>/right": (GAME, "/books/takeda/right", {400}),
    "POST /books/import": (GAME, "/books/import", {400}),
    "GET /walk-round/": (INSIDE, "/walk-round/", {200}),
    "GET /walk-round/progress": (INSIDE, "/walk-round/progress", {200}),
    "GET /walk-round/<province>": (INSIDE, "/walk-round/hida", {200}),
    "POST /walk-round/<province>/agrees": (INSIDE, "/walk-round/hida/agrees", {303}),
    "POST /walk-round/<province>/table": (INSIDE, "/walk-round/hida/table", {400}),
    "POST /walk-round/<province>/program": (INSIDE, "/walk-round/hida/program", {409}),
    "POST /walk-round/<province>/raise": (INSIDE, "/walk-round/kai/raise", {400}),
    "GET /people/": (INSIDE, "/people/?q=harunobu", {200}),
    "GET /people/due": (INSIDE, "/people/due", {200}),
    "GET /people/list": (INSIDE, "/people/list?clan=takeda", {200}),
    "POST /people/draws": (INSIDE, "/people/draws", {400}),
    "GET /people/draws/<int:number>": (INSIDE, "/people/draws/1", {400}),
    "POST /people/draws/<int:number>": (INSIDE, "/people/draws/1", {400}),
    "GET /people/battles/<int:number>": (INSIDE, "/people/battles/1", {400}),
    "POST /people/battles/<int:number>": (INSIDE, "/people/battles/1", {400}),
    "POST /people/call-the-old": (INSIDE, "/people/call-the-old", {303, 400}),
    "GET /people/<person>": (INSIDE, "/people/takeda-harunobu", {200}),
    "POST /people/<person>/<deed>": (INSIDE, "/people/takeda-harunobu/visit", {400}),
    "POST /people/armies/<int:number>/<name>": (INSIDE, "/people/armies/1/split", {400}),
    "GET /people/successions": (HEIRS, "/people/successions", {200}),
    "POST /people/successions/<int:number>/make": (HEIRS, "/people/successions/1/make", {400}),
    "POST /people/successions/<int:number>/close": (HEIRS, "/people/successions/1/close", {400}),
    "GET /people/new": (MAKERS, "/people/new?clan=uesugi", {200}),
    "POST /people/new": (MAKERS, "/people/new", {400}),
    "POST /people/new/head": (MAKERS, "/people/new/head", {400}),
    "POST /people/new/role": (MAKERS, "/people/new/role", {400}),
    "POST /people/new/several": (MAKERS, "/people/new/several", {400}),
    "GET /bows/": (tuple(DESKS), "/bows/?one=takeda&other=oda-nobunaga", {200}),
    "GET /court/": (tuple(DESKS), "/court/", {200}),
    "POST /court/": (("bakufu", "game"), "/court/", {400}),
    "POST /court/<key>/leave": (("bakufu", "game"), "/court/nothing/leave", {400}),
    "GET /titles/": (("bakufu", "game"), "/titles/", {200}),
    "POST /titles/": (("bakufu", "game"), "/titles/", {400}),
    "POST /titles/<key>/<deed>": (("bakufu", "game"), "/titles/nothing/confirm", {400}),
    "POST /people/successions/<int:number>": (HEIRS, "/people/successions/1", {400}),
    "GET /honour/": (HONOUR, "/honour/", {200, 303}),
    "GET /honour/book": (HONOUR, "/honour/book?clan=hojo&q=haru", {200}),
    "POST /honour/book": (HONOUR, "/honour/book", {400}),
    "GET /honour/latest/<clan>": (HONOUR, "/honour/latest/hojo", {200}),
    "GET /honour/proposed": (HONOUR, "/honour/proposed", {200}),
    "GET /honour/proposed/list": (HONOUR, "/honour/proposed/list", {200}),
    "POST /honour/proposed": (HONOUR, "/honour/proposed", {400}),
    "GET /honour/reasons": (HONOUR, "/honour/reasons", {200}),
    "GET /honour/ledger": (HONOUR, "/honour/ledger?clan=hojo", {200}),
    "GET /honour/lines/<int:number>": (HONOUR, "/honour/lines/9999", {400}),
    "POST /honour/lines/<int:number>": (HONOUR, "/honour/lines/9999", {400}),
    "GET /honour/ledger.<kind>": (HONOUR, "/honour/ledger.csv", {200}),
    "GET /honour/order": (GAME, "/honour/order", {200}),
    "POST /honour/release": (GAME, "/honour/release", {303, 422}),
    "POST /honour/level": (GAME, "/honour/level", {400}),
    "POST /honour/import": (GAME, "/honour/import", {400}),
    "GET /scenario/": (GAME, "/scenario/", {200}),
    "GET /scenario/file": (GAME, "/scenario/file?path=honour.toml", {200}),
    "POST /scenario/file": (GAME, "/scenario/file?path=honour.toml", {400}),
    "GET /safety/": (GAME, "/safety/", {200}),
    "GET /safety/heartbeat": (GAME, "/safety/heartbeat", {200}),
    "GET /safety/list": (GAME, "/safety/list", {200}),
    "POST /safety/copies": (GAME, "/safety/copies", {303}),
    "GET /safety/copies/<name>": (GAME, "/safety/copies/nothing.db", {400}),
    "GET /safety/copies/<name>/download": (GAME, "/safety/copies/nothing.db/download", {400}),
    "POST /safety/copies/<name>/restore": (GAME, "/safety/copies/nothing.db/restore", {400}),
    "POST /safety/copies/<name>/new-file": (GAME, "/safety/copies/nothing.db/new-file", {400}),
    "GET /safety/midway/": (GAME, "/safety/midway/", {200}),
    "POST /safety/midway/": (GAME, "/safety/midway/", {400}),
    "GET /safety/midway/sheets/<key>": (GAME, "/safety/midway/sheets/honour", {200}),
    "POST /safety/midway/sheets/<key>": (GAME, "/safety/midway/sheets/armies", {200}),
    "GET /safety/packs/<name>": (GAME, "/safety/packs/nothing.pdf", {400}),
    "POST /safety/packs/at-gates": (GAME, "/safety/packs/at-gates", {422, 409}),
    "GET /safety/midway/workbook.xlsx": (GAME, "/safety/midway/workbook.xlsx", {200}),
    "GET /safety/midway/<name>.csv": (GAME, "/safety/midway/armies.csv", {200}),
    "POST /safety/midway/begin": (GAME, "/safety/midway/begin", {400}),
    "GET /casting/": (GAME, "/casting/?clan=takeda", {200}),
    "POST /casting/parts/<character>": (GAME, "/casting/parts/takeda-harunobu", {400}),
    "POST /casting/swap": (GAME, "/casting/swap", {400}),
    "POST /casting/clans/<key>/<deed>": (GAME, "/casting/clans/takeda/merge", {400}),
    "GET /casting/players": (GAME, "/casting/players", {200}),
    "GET /casting/players/list": (GAME, "/casting/players/list", {200}),
    "POST /casting/players": (GAME, "/casting/players", {400}),
    "GET /casting/players/<int:number>": (GAME, "/casting/players/9", {400}),
    "POST /casting/players/<int:number>/<deed>": (GAME, "/casting/players/9/check-in", {400}),
    "GET /casting/players.<kind>": (GAME, "/casting/players.csv", {200}),
    "GET /casting/import": (GAME, "/casting/import", {200}),
    "POST /casting/import": (GAME, "/casting/import", {400}),
    "POST /casting/import/enter": (GAME, "/casting/import/enter", {400}),
    "GET /casting/door/": (tuple(DESKS), "/casting/door/?q=an", {200}),
    "GET /casting/door/list": (tuple(DESKS), "/casting/door/list?q=an&last=1", {200}),
    "POST /casting/door/<int:number>/<deed>": (tuple(DESKS), "/casting/door/9/check-in", {400}),
    "POST /casting/door/add": (tuple(DESKS), "/casting/door/add", {400}),
    "GET /casting/rota": (tuple(DESKS), "/casting/rota", {200}),
    "POST /casting/rota": (GAME, "/casting/rota", {400}),
    "POST /casting/rota/codes": (GAME, "/casting/rota/codes", {400}),
    "POST /casting/rota/<int:number>/end": (GAME, "/casting/rota/1/end", {400}),
    "GET /casting/reprint": (INSIDE, "/casting/reprint", {200}),
    "GET /casting/reprint/list": (INSIDE, "/casting/reprint/list", {200}),
    "POST /casting/reprint": (INSIDE, "/casting/reprint", {400}),
    "POST /casting/reprint/done": (INSIDE, "/casting/reprint/done", {400}),
    "GET /casting/command": (INSIDE, "/casting/command?clan=takeda", {200}),
    "GET /casting/command/list": (INSIDE, "/casting/command/list", {200}),
    "GET /print/<kind>.pdf": (INSIDE, "/print/army_cards.pdf", {200}),
    "GET /print/": (tuple(DESKS), "/print/", {200}),
    "GET /print/changed": (tuple(DESKS), "/print/changed", {200}),
    "GET /print/<kind>": (INSIDE, "/print/army_cards", {200}),
    "POST /print/": (tuple(DESKS), "/print/", {400}),
    "GET /print/jobs/<number>": (tuple(DESKS), "/print/jobs/none", {404}),
    "GET /print/jobs/<number>/now": (tuple(DESKS), "/print/jobs/none/now", {200}),
    "GET /print/jobs/<number>/<name>": (tuple(DESKS), "/print/jobs/none/printouts.zip", {404}),
    "GET /clock/": (GAME, "/clock/", {200}),
    "GET /clock/hands": (GAME, "/clock/hands", {200}),
    "GET /clock/day": (GAME, "/clock/day", {200}),
    "GET /clock/full": (EVERYBODY, "/clock/full", {200}),
    "GET /clock/now": (EVERYBODY, "/clock/now", {200}),
    "POST /clock/<press>": (GAME, "/clock/skip", {400}),
    "POST /clock/undo": (GAME, "/clock/undo", {400}),
    "POST /clock/plan": (GAME, "/clock/plan", {400}),
    "GET /api/actions": (EVERYBODY, "/api/actions", {200}),
    "GET /api/state": (EVERYBODY, "/api/state", {200}),
    "GET /api/state/<part>": (INSIDE, "/api/state/armies", {200}),
    "GET /spare/": (GAME, "/spare/", {200}),
    "GET /spare/now": (GAME, "/spare/now", {200}),
    "GET /spare/list": (GAME, "/spare/list", {200}),
    "GET /over": (EVERYBODY, "/over", {200}),
    "GET /over/way": (EVERYBODY, "/over/way", {200}),
    "GET /over/ready": (EVERYBODY, "/over/ready", {204}),
    "POST /over": (EVERYBODY, "/over", {303}),
    "POST /api/follow/entries": (GAME, "/api/follow/entries", {400}),
    "POST /api/follow/copy": (GAME, "/api/follow/copy", {200}),
    "POST /api/follow/moved": (EVERYBODY, "/api/follow/moved", {200}),
    "POST /api/follow/take-over": ((), "/api/follow/take-over", set()),  # a spare's seal opens it, and no desk
    "POST /api/actions/<name>": (INSIDE, "/api/actions/army.disband", {400}),
}

UNUSUAL = {"troops of an army": 7777, "troops of a garrison": 6543}
CANARIES = [
    *(rf"(?<![\w.-]){number}(?![\w.-])|{number:,}" for number in UNUSUAL.values()),  # no part of a random key
    "Obu Toramasa", "obu-toramasa", "Kanariya", re.escape(CHANCE.seed), re.escape(CHANCE.cookies), *CODES.values(),
]  # fmt: skip
SECRET = re.compile("|".join(CANARIES))
EVERYBODY_LIVING = r'<datalist id="living">.*?</datalist>'
NAMED = dict.fromkeys(
    ("/shadows/", "/titles/", "/titles/nothing/confirm", "/bows/", "/bakufu/calls/", "/shogun/", "/services/",
     "/services/claims", "/services/claims/1/discover", "/treaties/", "/treaties/1/end", "/treaties/hostages",
     "/treaties/hostages/release"), EVERYBODY_LIVING,
) | dict.fromkeys(
    ("/find", "/find/suggest", "/find/clans/takeda"),
    r'<strong>[^<]*</strong> <span class="hint">person, [^<,]*</span>',
)  # fmt: skip
"""Where one names anybody who lives: that somebody lives is no secret, whom he leads is."""


@pytest.fixture(scope="session")
def planted(open_stage, tmp_path_factory):
    """The file of a game with planted secrets: sizes, a general, reasons, an umpire's name, a round that was fought.
    Played once."""
    file = tmp_path_factory.mktemp("planted") / "game.db"
    hall = Hall(open_stage("battle", file))
    hall.do("garrison.raise", "game", province="hida", troops=6541, force="Kanariya pays")
    hall.do("army.form", general="obu-toramasa", province="hida", troops=1)
    hall.do("garrison.raise", "game", province="hida", troops=1, force="Kanariya pays")
    hall.march(3, "shinano", late="Kanariya was late")
    hall.do("news.choose", "game", text="Kanariya counts 7777 men; nobody has released this")
    hall.do("announcement.post", "game", text="Kanariya is wanted at the map", desks=["map"])
    hall.do("display.point", "game", display="hall", shows=["clock", "map", "status", "news"])
    hall.fight()
    perform(
        hall.room,
        Umpire("Kanariya", "map"),
        "figure.correct",
        {"kind": "army", "id": 1, "field": "troops", "value": 7777, "reason": "Kanariya said so"},
    )
    close(hall.room)
    return file


@pytest.fixture
def guarded(planted, shipped, app_of, tmp_path):
    """An application with the planted secrets, in a copy of its own."""
    hall = Hall(copy_of(planted, tmp_path / "guarded.db", shipped))
    app = app_of(hall)
    app.hall = hall
    yield app
    close(hall.room)


@pytest.fixture(scope="module")
def only_asked(planted, shipped, drawn_as, tmp_path_factory):
    """The same, for all that ask and change nothing: they have one copy together."""
    hall = Hall(copy_of(planted, tmp_path_factory.mktemp("asked") / "guarded.db", shipped))
    with pytest.MonkeyPatch.context() as patched:
        app = opened(hall, drawn_as, patched)
        app.hall = hall
        yield app
    close(hall.room)


def rules(app):
    """Every route of the application as ``METHOD rule``."""
    return {
        f"{method} {rule.rule}"
        for rule in app.application.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }


def answers(app, role, method, address):
    """What a role is answered: status, and everything that was sent."""
    client = signed_in_before(app, role)
    says_nothing = "{}" if address.startswith("/api/actions/") else None  # an order all the same
    answer = client.open(address, method=method, data=says_nothing)
    if address == "/live":  # it never ends: the first event will do
        text = next(iter(answer.response))
        text = text if isinstance(text, str) else text.decode()
    else:
        text = answer.get_data().decode("utf-8" if answer.mimetype.startswith("text/") else "latin-1")
    answer.close()
    answer.headers.pop("Content-Length", None)  # a figure like any other, of which nothing follows
    return answer, f"{text}\n{answer.headers}"


def test_every_route_is_in_the_table(app):
    assert rules(app) == set(PAGES)


LEFT_OPEN = {
    "casting": "who plays whom, which the door and the clans’ tables are told",
    "clock": "the hands of what hangs on the wall",
    "displays": "what the screens in the hall are to show",
    "edicts": "what everybody may read once it is said",
    "front": "from which addresses codes were guessed; nothing of the game",
    "game": "Game Control’s own desk, before whoever comes to it; the codes on it lie folded",
    "news": "what is to be told to the hall",
    "scenario": "the files that the game began with",
    "shogun": "who may be Shogun, and what of it is ticked: what is said at court",
    "spare": "which machines follow",
    "titles": "what is given at court, before everybody",
}
"""The pages for some desks, without Map Control's, which are left open on a screen that nobody touches, each with its
reason."""


def test_a_page_that_not_every_desk_may_see_covers_itself_or_says_why_it_is_left_open(app):
    """Map Control lies open: what it may see is no page of this kind (control/sengoku/navigation.py)."""
    declared = SENGOKU.navigation.secret | SENGOKU.navigation.locks
    rooms = {one.name for one in app.application.iter_blueprints()}
    assert declared <= rooms, "a page that there is not"
    left_open = set()
    for rule in app.application.url_map.iter_rules():
        who = PAGES.get(f"GET {rule.rule}", (EVERYBODY,))[0]
        room = rule.endpoint.rpartition(".")[0].split(".")
        if who and "map" not in who and declared.isdisjoint(room):
            left_open.add(room[0])
    assert left_open == set(LEFT_OPEN)


def only_asks(route):
    """Whether nothing is changed there: neither by looking, nor by forms that are sent empty and refused."""
    return route.startswith("GET ") or not PAGES[route][2] & {200, 204, 303}


def assert_no_translator_reads(app, game, role, route, address, sent):
    """A browser that translates a page sends its text away: a desk's, and a general's own, says that it is not to."""
    if whole := re.search('<html lang="en"[^>]*>', sent):
        at = app.application.url_map.bind("").match(address.partition("?")[0], route.partition(" ")[0])[0]
        is_desks = role is not None and at not in (*SCREENS, *game.navigation.hall, "hiding.open_again")  # a cover
        is_anybodys = not is_desks and "<token>" not in route
        assert ('translate="no"' in whole.group()) != is_anybodys, (role, whole.group())


@pytest.mark.parametrize("route", PAGES)
def test_a_route_answers_those_it_is_for_and_nobody_else(request, route):
    who, address, statuses = PAGES[route]
    method = route.partition(" ")[0]
    asks = only_asks(route)
    app = request.getfixturevalue("only_asked" if asks else "guarded")
    for role in EVERYBODY:
        with app.hall.untouched() if asks or role not in INSIDE else nullcontext():
            answer, sent = answers(app, role, method, address)
        if role in who:
            assert answer.status_code in statuses, (role, sent[:500])
        elif role is None and not address.startswith("/api/"):
            assert answer.status_code == 303, role
            assert answer.location.startswith("/sign-in?next=")
        else:
            assert answer.status_code == 403, role
        assert_no_translator_reads(app, SENGOKU, role, route, address, sent)
        if role not in INSIDE:
            sent = re.sub(NAMED.get(address.partition("?")[0], "^$"), "", sent)
            assert not SECRET.search(sent), f"{role} is told {SECRET.search(sent).group()}"


OTHER_METHODS = ("PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "OPTIONS")


def test_no_address_does_or_tells_anything_to_a_method_that_it_is_not_for(guarded):
    client = sign_in(guarded, "game")
    with guarded.hall.untouched():
        for number, address in enumerate(sorted({address for _, address, _ in PAGES.values()})):
            method = OTHER_METHODS[number % len(OTHER_METHODS)]
            answer = client.open(address, method=method, data={"text": "Tea.", "code": CODES["game"]})
            assert answer.status_code == (200 if method == "OPTIONS" else 405), (method, address)
            assert method != "OPTIONS" or not answer.data, address
            assert not SECRET.search(f"{answer.text}{answer.headers}"), (method, address)


def test_the_canaries_sing_where_they_may(guarded):
    client = sign_in(guarded, "map")
    for address, canaries in {
        "/map/": [r"7777", r"6543", "Obu Toramasa"],
        "/api/state": ["7777", "6543", "obu-toramasa", "Kanariya"],
        "/journal/": ["Kanariya", "7777"],
    }.items():
        text = client.get(address).text
        for canary in canaries:
            assert re.search(canary, text), (address, canary)
    assert CODES["map"] in sign_in(guarded, "game").get("/game/").text


def test_not_even_game_control_is_shown_the_seed_of_the_dice_or_the_key_of_the_cookies(guarded):
    client = sign_in(guarded, "game")
    for address in ("/api/state", "/api/state/game", "/api/state/journal", "/game/", "/journal/", "/map/"):
        text = client.get(address).text
        assert CHANCE.seed not in text
        assert CHANCE.cookies not in text


OTHERS = [role for role in EVERYBODY if role not in INSIDE]


@pytest.mark.parametrize("role", OTHERS)
def test_the_api_tells_no_secret_to_others_in_any_part_or_refusal(guarded, role):
    client = sign_in(guarded, role)
    parts = ("game", "flags", "clans", "provinces", "places", "titles", "characters", "armies", "garrisons", "orders",
             "recoveries", "encounters", "encounter_forces", "battles", "battle_sides", "battle_forces",
             "battle_rounds", "court", "journal", "desks", "serial")  # fmt: skip
    open_to_all = {"game", "flags", "clans", "provinces", "places", "titles", "clock", "status_boards", "edicts"}
    open_to_all |= {"rebellions", "court"}
    books = {"transfers", "works", "letters", "calls", "petitions", "false_claims", "services"}
    locals_ = {"attitudes", "attitude_proposals", "reactions"}
    honour = {"honour", "honour_proposals"}
    theirs = {"team": books | honour | locals_, "npd": books | locals_, "bakufu": books | {"shogun"}}.get(role, set())
    theirs |= {"confirmations", "treaties", "hostages", "breaches"} if role else set()  # those they may know of
    theirs |= {"covert", "tampered"} if role == "intelligence" else set()
    for part in parts:
        answer = client.get(f"/api/state/{part}")
        assert (answer.status_code == 200) is (part in open_to_all), part
        assert not SECRET.search(answer.text), part
    known = client.get("/api/state").get_json()
    assert set(known) == open_to_all | theirs
    assert not {"raised", "version"} & set(known["provinces"][0])
    assert "version" not in known["game"]
    assert "version" not in client.get("/api/state/game").get_json()
    assert known["flags"][0].keys() == {"clan", "province"}
    for entry in range(1, 16):
        answer = client.post("/api/actions/journal.undo", json={"entry": entry, "force": "let me see"})
        assert answer.status_code in (403, 422)
        assert not SECRET.search(answer.text), entry
    for action in ("figure.correct", "army.form", "battle.fight_round", "nonsense"):
        answer = client.post(f"/api/actions/{action}", json={"army": 1, "kind": "army", "id": 1})
        assert answer.status_code in (400, 403)
        assert not SECRET.search(answer.text), action


@pytest.mark.parametrize("role", OTHERS)
@pytest.mark.parametrize("header", [{}, {"HX-Request": "true"}])
def test_other_addresses_tell_no_secret_either(guarded, role, header):
    client = sign_in(guarded, role)
    for address in (
        "/nothing", "/armies/99", "/armies/99/order", "/battles/99", "/map/encounters/99",
        "/print/army_cards.pdf?army=1", "/print/nothing.pdf", "/c/A3-7", "/c/M1-5", "/c/A1-A",
        "/battles/1/odds?attacker_tactic=outflank",
        "/armies/1/order?route=shinano", "/journal/?all=1", "/static/room.css", "/static/../app.py",
        "/display/?desk=map", "/api/state?audience=map", "/api/state/armies?audience=map",
    ):  # fmt: skip
        answer = client.get(address, headers=header, follow_redirects=True)
        assert not SECRET.search(answer.text), address
        answer.close()


def test_a_key_of_map_control_gets_npd_control_nothing(guarded):
    guarded.hall.do("garrison.raise", "game", province="kai", troops=1, key="known", force="Kanariya")
    client = sign_in(guarded, "npd")
    answer = client.post(
        "/api/actions/garrison.raise",
        json={"province": "kai", "troops": 1, "reason": "Kanariya", "force": "Kanariya"},
        headers={"Idempotency-Key": "known"},
    )
    assert answer.status_code == 403, "as if nobody had sent it"
    assert "changes" not in answer.get_json()


def test_npd_control_raises_troops_without_learning_how_many_stand_there(guarded):
    answer = sign_in(guarded, "npd").post(
        "/api/actions/garrison.raise", json={"province": "etchu", "troops": 1, "reason": "a rising"}, answers=200
    )
    assert "changes" not in answer.get_json()


def test_the_live_stream_gives_a_number_and_nothing_else(guarded):
    _answer, sent = answers(guarded, "map", "GET", "/live")
    lines = sent.partition("\nContent-Type")[0].strip().splitlines()
    number = len(guarded.hall.entries())
    assert [line for line in lines if line] == ["retry: 3000", f"id: {number}", "event: journal", f"data: {number}"]
    _answer, sent = answers(guarded, None, "GET", "/live")
    told = guarded.live.public_number()
    assert f"data: {told}\n" in sent
    assert told > 10**9, "a second, and not a number of the journal"


def test_the_public_map_shows_flags_without_army_or_general(guarded):
    text = sign_in(guarded, None).get("/display/").text
    assert "Uesugi" in text
    assert "data-army" not in text
    assert "A1-3" not in text


def test_cookies_hold_no_secret_and_are_not_for_scripts(guarded):
    client = guarded.test_client()
    answer = client.post("/sign-in", data={"code": CODES["map"], "name": "Ōta"})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    raised = client.post(
        "/map/raise/garrison.raise",
        data={
            "province": "musashi",
            "troops": "5",
            "reason": "a gift",
            "key": "k",
        },
        answers=303,
    )
    inside = guarded.application.session_interface.signer(guarded.key).loads(
        raised.headers["Set-Cookie"].partition(f"session_{mark_of(guarded.key)}=")[2].partition(";")[0]
    )
    assert not SECRET.search(json.dumps(inside))
    assert "counters" not in json.dumps(inside)
