"""Boards made up for tests, written as PBN and LIN in every way that programs write them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from bidding.domain.auction import Auction
from bidding.domain.calls import DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.cards import Deal, Hand
from bidding.domain.table import Seat, Strain, Suit, Vulnerability
from bidding.parsing.formats.recorded_boards import PASSED_OUT, Board, Remark

EVENTS = ("Club night", "Coupe d'été", "Łódź 2022", 'The "Big" game', r"C:\pbn", "")
NAMES = ("Nora", "Émile", "Sven-Åke", "Wu, L.", "")
EXPLANATIONS = ("natural", "15-17, may hold 5♥", "transfer; 5+ spades", "two suits [not good]")
COMMENTS = ("a pause", "best of all; or not")

_PBN_VULNERABILITIES = {
    Vulnerability.NONE: ("None", "Love", "-", "none", "LOVE"),
    Vulnerability.NS: ("NS", "ns", "N-S"),
    Vulnerability.EW: ("EW", "ew"),
    Vulnerability.BOTH: ("All", "Both", "all", "BOTH"),
}
_LIN_VULNERABILITIES = {
    Vulnerability.NONE: ("o", "0", "O"),
    Vulnerability.NS: ("n", "N"),
    Vulnerability.EW: ("e", "E"),
    Vulnerability.BOTH: ("b", "B"),
}
_LIN_ORDER = (Seat.S, Seat.W, Seat.N, Seat.E)


def random_auction(rng: random.Random, dealer: Seat) -> Auction:
    """A whole auction that climbs slowly; now and then passed out."""
    auction = Auction(dealer)
    while not auction.is_over:
        choices = [PASS, PASS, *auction.legal_calls[:6]]
        auction = auction.after(rng.choice(choices if len(auction.calls) < 30 else [PASS]))
    return auction


def random_remark(rng: random.Random, position: int) -> Remark:
    """Something about a call."""
    return Remark(position, alerted=True, explanation=rng.choice(EXPLANATIONS))


def random_board(rng: random.Random) -> Board:
    """A board with all four hands and a whole auction; ``line`` has no meaning."""
    dealer = Seat(rng.randrange(4))
    auction = random_auction(rng, dealer)
    positions = [place for place in range(len(auction.calls)) if rng.random() < 0.2]
    board = Board(
        line=0,
        event=rng.choice(EVENTS),
        number=rng.randrange(1, 65),
        players=tuple(rng.choice(NAMES) for _ in Seat),  # type: ignore[arg-type]
        dealer=dealer,
        vulnerability=Vulnerability(rng.randrange(4)),
        hands=Deal.random(rng).hands,
        auction=auction,
        remarks=tuple(random_remark(rng, place) for place in positions),
    )
    return with_play(board, rng)


def with_play(board: Board, rng: random.Random) -> Board:
    """The board with its contract, a lead by the right hand, and perhaps a result."""
    assert board.auction is not None
    contract = board.auction.contract
    if contract is None:
        return replace(board, contract=PASSED_OUT)
    leader = board.hands[contract.leader]
    assert leader is not None
    tricks = rng.choice([None, rng.randrange(14)])
    lead = rng.choice(list(leader))
    return replace(board, contract=str(contract), lead=lead, tricks=tricks)


# PBN


def pbn_text(boards: Sequence[Board], rng: random.Random) -> str:
    """The boards as one file, each in a dialect of its own."""
    parts = [rng.choice(["", "% PBN 2.1\n% EXPORT\n", "; made by hand\n", "{ a header }\n\n"])]
    previous = ""
    for board in boards:
        parts.append(pbn_game(board, rng, previous))
        parts.append(rng.choice(["\n", " \t\n", "\n\n\n", "\n% a remark of a program\n\n"]))
        previous = board.event
    return "".join(parts)


def pbn_game(
    board: Board, rng: random.Random, previous: str = "\0", *, in_order: bool = False
) -> str:
    """One game; ``previous`` is the event of the game before it."""
    inherit = previous == board.event and rng.random() < 0.5
    tags = {
        "Event": "#" if inherit else _escaped(board.event),
        "Board": str(board.number),
        **{seat.full_name: _escaped(board.players[seat]) for seat in Seat},
        "Dealer": _cased(board.dealer.name if board.dealer is not None else "?", rng),
        "Vulnerable": rng.choice(_PBN_VULNERABILITIES[board.vulnerability or Vulnerability.NONE]),
        "Deal": pbn_deal(board.hands, rng),
        "Site": rng.choice(["?", "", "#"]),
    }
    if board.contract:
        contract, _, declarer = board.contract.partition(" by ")
        tags["Contract"] = "Pass" if board.contract == PASSED_OUT else _cased(contract, rng)
        tags["Declarer"] = _cased(declarer, rng)
        tags["Result"] = "?" if board.tricks is None else str(board.tricks)
    names = list(tags) if in_order else rng.sample(sorted(tags), len(tags))
    written = "".join(_tag(name, tags[name], rng) for name in names)
    return written.rstrip() + "\n" + pbn_auction(board, rng) + pbn_play(board, rng)


def pbn_deal(hands: Sequence[Hand | None], rng: random.Random) -> str:
    """A Deal tag's value from any seat on; now and then without the fourth hand."""
    first = Seat(rng.randrange(4))
    unsaid = rng.choice([None, None, *Seat])
    written = []
    for turn in range(4):
        hand = hands[first.after(turn)]
        known = hand is not None and first.after(turn) is not unsaid
        written.append(pbn_hand(hand, rng) if known and hand is not None else "-")
    return f"{_cased(first.name, rng)}:{' '.join(written)}"


def pbn_hand(hand: Hand, rng: random.Random) -> str:
    """A hand with its ranks in any order, tens and voids as the writer likes."""
    ten, void, lower = rng.choice(["T", "10"]), rng.choice(["", "-"]), rng.random() < 0.1
    suits = []
    for suit in Suit:
        ranks = [card.rank.replace("T", ten) for card in hand.suit(suit)]
        if rng.random() < 0.2:
            rng.shuffle(ranks)
        suits.append("".join(ranks) or void)
    return ".".join(suits).lower() if lower else ".".join(suits)


def pbn_auction(board: Board, rng: random.Random) -> str:
    """The auction section with its notes."""
    if board.auction is None:
        return ""
    auction, remarks = board.auction, {remark.position: remark for remark in board.remarks}
    first = auction.dealer if rng.random() < 0.5 else Seat.W
    waiting = first.turns_to(auction.dealer)
    words, notes = ["-"] * waiting, {}
    calls = list(auction.calls)
    shortened = (
        rng.choice(["", "AP", "ap", "All Pass"]) if _ends_in_passes(auction, remarks) else ""
    )
    if shortened:
        calls = calls[: -_closing(auction)]
    for place, call in enumerate(calls):
        word = pbn_call(call, rng)
        if place in remarks:
            reference = str(len(notes) + 1)
            notes[reference] = remarks[place].explanation
            word += rng.choice(["", " "]) + f"={reference}="
        words.append(word)
    if shortened:
        words.append(shortened)
    dividers = [rng.choice([" ", "  ", "\t"]) if place % 4 else "\n" for place in range(len(words))]
    body = "".join(map("".join, zip(dividers, words, strict=True))).strip()
    written = f'[Auction "{first.name}"]\n{body}{rng.choice(["", " *"])}\n'
    return written + "".join(f'[Note "{key}:{_escaped(text)}"]\n' for key, text in notes.items())


def pbn_call(call: Call, rng: random.Random) -> str:
    """One call."""
    if call == PASS:
        return rng.choice(["Pass", "pass", "PASS", "P"])
    text = str(call)
    if call.strain is Strain.NT and rng.random() < 0.2:
        text = text[:2]
    return _cased(text, rng)


def pbn_play(board: Board, rng: random.Random) -> str:
    """A play section that begins with the lead."""
    contract = board.auction.contract if board.auction is not None else None
    if contract is None or board.lead is None:
        return ""
    return f'[Play "{contract.leader.name}"]\n{board.lead} - - -\n*\n'


def _closing(auction: Auction) -> int:
    """Return the number of final passes."""
    return 4 if auction.last_bid is None else 3


def _ends_in_passes(auction: Auction, remarks: dict[int, Remark]) -> bool:
    """Return True if the final passes have no remarks, so may be written as one word."""
    last = range(len(auction.calls) - _closing(auction), len(auction.calls))
    return not any(place in remarks for place in last)


def _tag(name: str, value: str, rng: random.Random) -> str:
    end = rng.choice(
        ["\n", "\n", "\n", " ", '\n; [Deal "no deal"]\n', " {a [comment]\n\nof two}\n"]
    )
    shape = rng.choice(['[{} "{}"]', '[{} "{}"]', '[ {}  "{}" ]', '[{}\n"{}"]'])
    return shape.format(name, value) + end


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _cased(text: str, rng: random.Random) -> str:
    return text.lower() if rng.random() < 0.2 else text


# LIN


def lin_text(boards: Sequence[Board], rng: random.Random, vugraph: bool) -> str:
    """The boards as one file: a vugraph record, or one board after the other."""
    if not vugraph:
        return "".join(lin_board(board, rng) + rng.choice(["", "\n", "\r\n"]) for board in boards)
    header = (
        "vg|Club final,round 1,I,1,16,Reds,0,Blues,0|\nrs|3NSE=,,PASS,|\npn|a,b,c,d,e,f,g,h|pg||\n"
    )
    return header + "\n".join(
        f"qx|{rng.choice('oc')}{board.number}|{lin_board(board, rng)}" for board in boards
    )


def lin_board(board: Board, rng: random.Random) -> str:
    """One board."""
    names = ",".join(board.players[seat].replace(",", "") for seat in _LIN_ORDER)
    vulnerability = board.vulnerability or Vulnerability.NONE
    commands = [
        f"pn|{names}|st||md|{lin_deal(board, rng)}|rh||",
        f"ah|Board {board.number}|sv|{rng.choice(_LIN_VULNERABILITIES[vulnerability])}|",
        *lin_calls(board, rng),
        rng.choice(["", "pg||", "pg||nt|kibitzer: why, oh why?|pg||"]),
    ]
    if board.lead is not None:
        commands.append(f"pc|{board.lead}|pc|{board.lead.suit.name}2|")
    if board.tricks is not None:
        commands.append(f"mc|{board.tricks}|")
    return "".join(command + rng.choice(["", "", "\n"]) for command in commands)


def lin_deal(board: Board, rng: random.Random) -> str:
    """Dealer's digit and hands from South on, three or all four."""
    assert board.dealer is not None
    hands = []
    for seat in _LIN_ORDER:
        hand = board.hands[seat]
        assert hand is not None
        hands.append("".join(suit.name + _holding(hand, suit, rng) for suit in Suit))
    shown = rng.choice([hands, hands[:3], [*hands[:3], ""]])
    return str(_LIN_ORDER.index(board.dealer) + 1) + ",".join(shown)


def _holding(hand: Hand, suit: Suit, rng: random.Random) -> str:
    ranks = [card.rank for card in hand.suit(suit)]
    if rng.random() < 0.2:
        ranks.reverse()
    return "".join(ranks)


def lin_calls(board: Board, rng: random.Random) -> list[str]:
    """The calls, one a command or a few glued together."""
    assert board.auction is not None
    remarks = {remark.position: remark for remark in board.remarks}
    commands: list[str] = []
    for place, call in enumerate(board.auction.calls):
        word = lin_call(call, rng)
        glue = place and place - 1 not in remarks and place not in remarks and rng.random() < 0.2
        if glue:
            commands[-1] = f"{commands[-1][:-1]}{word}|"
        else:
            commands.append(f"mb|{word}{'!' if place in remarks else ''}|")
        if place in remarks:
            commands.append(f"an|{remarks[place].explanation}|")
    return commands


def lin_call(call: Call, rng: random.Random) -> str:
    """One call."""
    if call == PASS:
        return rng.choice("pP")
    if call == DOUBLE:
        return rng.choice(["d", "D", "x"])
    if call == REDOUBLE:
        return rng.choice(["r", "R", "xx"])
    text = str(call)
    return _cased(text[:2] if rng.random() < 0.5 else text, rng)
