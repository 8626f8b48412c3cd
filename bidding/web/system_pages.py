"""Reading pages: the convention cards of the systems, and the glossary of conventions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from bidding.api.cards import club_cards
from bidding.domain.auction import Auction
from bidding.domain.convention_card import ConventionCard
from bidding.domain.conventions import CONVENTIONS, Convention, Forcing, Kind
from bidding.domain.messages import NAME, Message
from bidding.domain.systems import DESCRIBED, System
from bidding.domain.table import Suit
from bidding.explaining.agreements import auction_of, auction_words, document_of
from bidding.practice.boards import THEMES, themes_for
from bidding.web.languages import in_the_readers_language, text_of, translated
from bidding.web.pages import for_members, rendered_once

_SUITS = {suit.symbol: suit.name for suit in Suit}
_PIPS = re.compile(f"[{''.join(_SUITS)}]")
_MIN_AUCTIONS = 20  # recorded auctions needed to show a share of them
_RULE = 3  # calls, at least, that depart from one rule, to be told together
_PARTS = ("calls", "here")  # of a departure's sentence
_FORCING = {
    None: "?",
    Forcing.NO.value: "–",
    Forcing.ROUND.value: Message("one round"),
    Forcing.GAME.value: Message("to game"),
}
_NAMELESS = {
    "natural": Message("Natural"),
    "unnamed": Message("Artificial"),
    "notrump_with_stopper": Message("Notrump with a stopper"),
}
_KINDS = {
    Kind.NATURAL: Message("Natural calls"),
    Kind.ARTIFICIAL: Message("Artificial calls"),
    Kind.ASKING: Message("Calls that ask"),
    Kind.ANSWERING: Message("Calls that answer"),
    Kind.TRANSFER: Message("Transfers"),
    Kind.RELAY: Message("Relays"),
    Kind.INVITATION: Message("Invitations"),
    Kind.SIGN_OFF: Message("Sign-offs"),
}

_TERMS_TITLE = Message("Terms")
_TERMS = {
    "asking": (
        Message("Asking"),
        Message(
            "A call that asks wants an answer, not its strain as trumps: partner tells what is "
            "asked, such as aces or a four-card major, and may not pass."
        ),
    ),
    "forcing": (
        Message("Forcing"),
        Message(
            "Partner may not pass a forcing call. Once the opponent in between bids or doubles, "
            "passing is allowed: the caller gets another turn."
        ),
    ),
    "forcing_to_game": (
        Message("Forcing to game"),
        Message(
            "After a call that is forcing to game neither partner passes before game is reached, "
            "or the opponents' contract is doubled."
        ),
    ),
}
"""Words on the page that are no conventions."""


@require_safe
@in_the_readers_language
@for_members
def systems(request: HttpRequest) -> HttpResponseBase:
    """Show the list of systems, and of the club's own cards."""
    return _systems(request, club=tuple((name, read.card) for name, read in club_cards().cards))


@rendered_once
def _systems(club: Sequence[tuple[str, ConventionCard]]) -> tuple[str, Mapping[str, Any]]:
    listed = [
        {
            "id": one.value,
            "name": text_of(one.full_name),
            "description": pips(text_of(one.description)),
        }
        for one in DESCRIBED
    ]
    cards = [{"name": name, "code": card.code, "words": _words(card)} for name, card in club]
    return "systems.html", {"systems": listed, "cards": cards}


@require_safe
@in_the_readers_language
@for_members
def system(request: HttpRequest, system: str) -> HttpResponseBase:
    """Show one system, by its card as long as its calls are not described."""
    named = next((one for one in System if one.value == system), System.UNKNOWN)
    if named is System.UNKNOWN:
        raise Http404
    if named not in DESCRIBED:
        return redirect(f"{reverse('card-page')}#card={ConventionCard(named).code}")
    return _system(request, named=named)


@rendered_once
def _system(named: System) -> tuple[str, Mapping[str, Any]]:
    """Return the meanings of one system's calls, as on a convention card."""
    document = document_of(named)
    code = ConventionCard(named).code
    sections = [
        {
            "title": pips(text_of(one["title"])),
            "rows": [_row(agreement, code) for agreement in one["agreements"]],
        }
        for one in document["sections"]
    ]
    context = {
        "name": text_of(named.full_name),
        "code": code,
        "description": pips(text_of(named.description)),
        "published": named.source,
        "sections": sections,
        "conventions": [(key, pips(text_of(CONVENTIONS[key].name))) for key in _conventions(named)],
        **_departures(document["departures"]),
        "enough": _MIN_AUCTIONS,
        "level": f"{document['interval_level']:.0%}".replace("%", " %"),
        "model": document["model"],
        "others": [(one.value, text_of(one.full_name)) for one in DESCRIBED if one is not named],
    }
    return "system.html", context


def _departures(departures: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the sentences on calls that depart from the books, and, where several depart from the
    same rule, the rule with these calls and what each is here."""
    by_rule: dict[str, list[Mapping[str, Any]]] = {}
    for one in departures:
        rule = one["said"]["values"].get("rule")
        by_rule.setdefault("" if rule is None else rule["key"], []).append(one["said"])
    alone, rules = [], []
    for rule, some in by_rule.items():
        if not rule or len(some) < _RULE:
            alone += some
            continue
        said = {"key": "By the books: {rule}.", "values": {"rule": some[0]["values"]["rule"]}}
        parts = [[pips(translated(one["values"][name])) for name in _PARTS] for one in some]
        rules.append((pips(translated(said)), parts))
    return {"departures": [pips(translated(said)) for said in alone], "rules": rules}


@require_safe
@in_the_readers_language
@for_members
@rendered_once
def glossary() -> tuple[str, Mapping[str, Any]]:
    """Show every convention of the vocabulary, by the alphabet where names have one."""
    terms = [
        {"id": key, "name": text_of(name), "text": text_of(text)}
        for key, (name, text) in _TERMS.items()
    ]
    entries = [
        {**_entry(one), "kind": text_of(title)}
        for kind, title in _KINDS.items()
        for one in CONVENTIONS.values()
        if one.kind is kind
    ]
    entries += [{**term, "kind": text_of(_TERMS_TITLE)} for term in terms]
    return "glossary.html", {"sections": _by_letter(entries)}


def _by_letter(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Group entries by first letters; by their kinds in a language written without letters."""
    by_letter = get_language() == "en"
    found: dict[str, list[dict[str, Any]]] = {}
    for entry in sorted(entries, key=_plain_name) if by_letter else entries:
        letter = _plain_name(entry)[:1]
        key = (letter if letter.isalpha() else "#") if by_letter else entry["kind"]
        found.setdefault(key, []).append(entry)
    return [{"title": title, "entries": some} for title, some in found.items()]


def _plain_name(entry: Mapping[str, Any]) -> str:
    """Return the name of an entry in capitals, as an alphabet orders it."""
    return re.sub(r"<[^>]*>", "", entry["name"]).upper()


def _words(card: ConventionCard) -> SafeString:
    """Return a card's base and changes in the reader's language."""
    changed = (card.option(choice).brief for choice, _ in card.changes)
    return pips(" + ".join(map(text_of, [card.base.short_name, *changed])))


def pips(text: str) -> SafeString:
    """Return the text with its suit symbols in their colours."""
    return SafeString(_PIPS.sub(_coloured, escape(text)))


def _coloured(pip: re.Match[str]) -> str:
    return f'<span class="pip suit-{_SUITS[pip[0]]}">{pip[0]}</span>'


def _calls(auction: Auction, code: str) -> dict[str, Any]:
    """Return the calls of an auction, both sides playing a card, each marked with its place; their
    auction for the card of meanings; and the address that explains them."""
    words, made = auction_words(auction), "-".join(map(str, auction.calls))
    marked = {
        name: f'<span data-meaning="{name[1:]}">{pips(translated(call))}</span>'
        for name, call in words.values.items()
    }
    return {
        "calls": SafeString(NAME.sub(lambda name: marked[name[1]], words.key)),
        "auction": f"N none {made} {code} {code}",
        "explained": f"{reverse('index')}#hand=-&dealer=N&ns={code}&ew={code}&auction={made}",
    }


@cache
def _practice(meaning: str) -> tuple[str, tuple[str, ...]]:
    """Return the theme to practise calls of this meaning, or else the answers to them, and the
    systems that it can be practised in; both empty where there is none."""
    own = (one for one in THEMES.values() if meaning in one.calls)
    answers = (one for one in THEMES.values() if meaning in one.after_partner)
    theme = next(own, None) or next(answers, None)
    if theme is None:
        return "", ()
    cards = map(ConventionCard, DESCRIBED)
    codes = tuple(card.code for card in cards if theme in themes_for(card))
    return (theme.id, codes) if codes else ("", ())


def _row(agreement: Mapping[str, Any], code: str) -> dict[str, Any]:
    """Return an agreement as a row of the table."""
    wording, observed, promised = agreement["said"], agreement["held"], agreement["promises"]
    enough = observed and observed["auctions"] >= _MIN_AUCTIONS
    name = translated(wording["name"])
    rest = translated(wording["sentence"]).removeprefix(name).lstrip(":：.。 ")
    entry = _entry_of(agreement["id"])
    theme, codes = _practice(entry)
    lengths = promised["lengths"]
    return {
        **_calls(auction_of(" ".join(agreement["auction"])), code),
        "name": pips(name),
        "entry": entry,
        "theme": theme if code in codes else "",
        "rest": pips(rest),
        "points": _range(promised["hcp"]),
        "lengths": [(suit.symbol, suit.name, _range(lengths[suit.name])) for suit in Suit],
        "forcing": text_of(_FORCING[agreement["forcing"]]),
        "chance": _percent(agreement["chance"]),
        "held": enough and _percent(observed["share"]),
        "auctions": enough and f"{observed['auctions']:,}",
        "unusual": agreement["unusual"],
    }


def _entry_of(key: str | None) -> str:
    """Return the id of the glossary entry of a named meaning; empty for others."""
    convention = CONVENTIONS.get((key or "").partition(":")[0])
    return convention.id if convention is not None and convention.name else ""


@cache
def _conventions(of: System) -> tuple[str, ...]:
    """Return the named conventions in a system's document, in the vocabulary's order."""
    agreements = (one for section in document_of(of)["sections"] for one in section["agreements"])
    found = {_entry_of(one["id"]) for one in agreements}
    return tuple(key for key in CONVENTIONS if key in found)


def _entry(convention: Convention) -> dict[str, Any]:
    """Return an entry of the glossary."""
    played = [one for one in DESCRIBED if convention.id in _conventions(one)]
    system = played[0] if played else DESCRIBED[0]
    theme, codes = _practice(convention.id)
    return {
        "id": convention.id,
        "name": pips(text_of(convention.name or _NAMELESS[convention.id])),
        "text": pips(text_of(convention.glossary)),
        "example": _calls(auction_of(convention.example), ConventionCard(system).code),
        "systems": [(one.value, text_of(one.short_name)) for one in played],
        "theme": theme,
        "practised": codes,
    }


def _range(ends: Mapping[str, int | None]) -> str:
    """Format a promised range, of which an open end is None."""
    low, high = ends["low"], ends["high"]
    if high is None:
        return "–" if low is None else f"{low}+"
    return f"{high}" if low == high else f"{low or 0}–{high}"


def _percent(share: float) -> str:
    if 0 < share < 0.005:
        return text_of("under 1 %")
    return f"{share:.0%}".replace("%", " %")
