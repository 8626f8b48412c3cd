"""Why one call scores better than another, in a sentence on how the auctions after them end."""

from __future__ import annotations

from bidding.domain.calls import Call
from bidding.domain.messages import Message
from bidding.explaining.analysis.endings import MOSTLY, Endings, SideContract, Stage
from bidding.explaining.wording import call_name, percent
from bidding.networks.advice_head import SURE_ERRORS

_WORTH_NAMING = 0.05  # IMPs; less is 0.0 in a sentence


def reason_sentence(
    calls: tuple[Call, Call],
    endings: tuple[Endings, Endings],
    imps: float,
    error: float,
    layouts: int,
) -> Message:
    """Return sentences on the better call, given first, and the usual one: how auctions end after
    them, and the IMPs that the first won over the second on so many layouts."""
    return Message(
        "{first} {second}",
        first=_endings_sentence(calls, endings),
        second=_layouts_sentence(calls, imps, error, layouts),
    )


def better_still(reason: Message, call: Call) -> Message:
    """Return the reason and the call that did better than both on the same layouts."""
    return Message("{reason} {call} did better still.", reason=reason, call=call_name(call))


def _layouts_sentence(calls: tuple[Call, Call], imps: float, error: float, layouts: int) -> Message:
    better, worse = map(call_name, calls if imps > 0 else reversed(calls))
    if abs(imps) < _WORTH_NAMING:
        usual = call_name(calls[1])
        return Message("On {layouts} layouts {usual} did as well.", layouts=layouts, usual=usual)
    values = {"layouts": layouts, "best": better, "imps": f"{abs(imps):.1f}", "usual": worse}
    if abs(imps) > SURE_ERRORS * error:
        return Message("On {layouts} layouts {best} won {imps} IMPs more than {usual}.", **values)
    return Message(
        "On {layouts} layouts {best} won {imps} IMPs more than {usual}, which may be chance.",
        **values,
    )


def _endings_sentence(calls: tuple[Call, Call], endings: tuple[Endings, Endings]) -> Message:
    (best, usual), (one, other) = calls, endings
    if one.contract is not None and one.contract == other.contract:
        return _alike(calls, endings, one.contract)
    if (found := _sacrifice(one, other)) is not None:
        return found
    found = _higher(usual, one, other) or Message(
        "{first} {second}", first=_after(best, one), second=_after(usual, other)
    )
    return Message("{first} {second}", first=found, second=_average(calls, endings))


def _average(calls: tuple[Call, Call], endings: tuple[Endings, Endings]) -> Message:
    """Say what both calls score: often making, and scoring, are two things."""
    best, usual = map(call_name, calls)
    points, other = (_points(one.points) for one in endings)
    return Message(
        "On average {best} scores {points} points, {usual} {other}.",
        best=best,
        points=points,
        usual=usual,
        other=other,
    )


def _alike(
    calls: tuple[Call, Call], endings: tuple[Endings, Endings], contract: SideContract
) -> Message:
    """Say how often each call leads to the contract that both mostly lead to."""
    (best, usual), (one, other) = calls, endings
    values = {
        "contract": _contract(contract),
        "best": call_name(best),
        "share": percent(one.of_likeliest.share),
        "usual": call_name(usual),
        "other": percent(other.of_likeliest.share),
    }
    if contract.ours:
        text = "You play {contract} {share} of the time after {best}, {other} after {usual}."
        return Message(text, **values)
    text = "They play {contract} {share} of the time after {best}, {other} after {usual}."
    return Message(text, **values)


def _sacrifice(one: Endings, other: Endings) -> Message | None:
    """Say that a contract that is doubled and goes down loses less than theirs is worth."""
    ours, theirs = one.contract, other.contract
    if ours is None or theirs is None or not ours.ours or theirs.ours or ours.doubled == 1:
        return None
    lost, given = -one.of_likeliest.points, -other.of_likeliest.points
    if not 0 < lost < given:
        return None
    return Message(
        "{contract} loses about {lost} points, their {theirs} about {given}.",
        contract=_contract(ours),
        lost=_points(lost),
        theirs=_contract(theirs),
        given=_points(given),
    )


def _higher(usual: Call, one: Endings, other: Endings) -> Message | None:
    """Say how often a game or slam makes where the usual call mostly makes less."""
    if one.stage is None or other.stage is None or one.stage <= other.stage:
        return None
    if other.at(other.stage).makes < MOSTLY:
        return None
    values = {"share": percent(one.at(one.stage).makes), "usual": call_name(usual)}
    if one.contract is not None:
        values |= {"contract": _contract(one.contract), "share": percent(one.of_likeliest.makes)}
    else:
        values["contract"] = Message("Game") if one.stage is Stage.GAME else Message("Slam")
    if one.stage is Stage.GAME:
        return Message(
            "{contract} makes {share} of the time; after {usual} you mostly stop below game.",
            **values,
        )
    return Message(
        "{contract} makes {share} of the time; after {usual} you mostly stop below slam.", **values
    )


def _after(call: Call, endings: Endings) -> Message:
    """Say what mostly becomes of a call."""
    contract, ending = endings.likeliest, endings.of_likeliest
    if ending.share < MOSTLY:
        return Message(
            "After {call} contracts vary; the most frequent is {contract}, {share} of the time.",
            call=call_name(call),
            contract=_whose(contract),
            share=percent(ending.share),
        )
    if contract is None:
        return Message("After {call} the board is mostly passed out.", call=call_name(call))
    values = {"call": call_name(call), "contract": _contract(contract)}
    if contract.ours:
        return Message(
            "After {call} you mostly play {contract} and make it {share} of the time.",
            share=percent(ending.makes),
            **values,
        )
    return Message(
        "After {call} they mostly play {contract} and go down {share} of the time.",
        share=percent(1 - ending.makes),
        **values,
    )


def _whose(contract: SideContract | None) -> str:
    """Return a contract, and whose it is: "4♥", "their 4♥"."""
    if contract is None:
        return Message("a passed-out board")
    name = _contract(contract)
    return name if contract.ours else Message("their {contract}", contract=name)


def _contract(contract: SideContract) -> str:
    """Return a contract as it is written: "4♥", "4♥ doubled"."""
    symbol = f"{contract.level}{contract.strain.symbol}"
    if contract.doubled == 1:
        return symbol
    if contract.doubled == 2:
        return Message("{contract} doubled", contract=symbol)
    return Message("{contract} redoubled", contract=symbol)


def _points(points: float) -> str:
    return str(10 * round(points / 10)).replace("-", "−")
