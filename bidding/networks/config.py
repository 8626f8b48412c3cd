"""Hyperparameters of the bidder, checked, and saved beside its weights."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

State = Literal["public", "player"]
Readout = Literal["residual", "plain"]
CardHead = Literal["owners", "sigmoids"]
Blocks = Literal["gated", "plain"]

_SWITCHES = (
    "bid_suits",
    "evaluation",
    "adjustment",
    "rule_vector",
    "position_flag",
    "beliefs",
    "detached_beliefs",
    "system_inputs",
    "service_tokens",
)


def check_whole(name: str, value: object, least: int) -> None:
    """Raises ValueError where a setting of a network is no whole number, or too small."""
    if type(value) is not int or value < least:
        raise ValueError(f"{name} is {value!r}; it must be a whole number from {least} on")


@dataclass(frozen=True)
class BidderConfig:
    """What a bidder is built from. Raises ValueError for a value that makes no sense."""

    state: State = "public"
    """``public``: the recurrent state follows the auction alone and serves every viewer;
    ``player``: one run for each viewer with the own hand at its input (paper P1)."""

    state_width: int = 128
    """Width of each recurrent layer."""

    state_layers: int = 3
    """Stacked recurrent layers (paper P1: three)."""

    call_embedding: int = 128
    """Width of the embedding of a call (paper P1: 256)."""

    readout: Readout = "residual"
    """``residual``: state, who-called-what, hand and table enter a residual trunk;
    ``plain``: the heads see the state alone (paper P1)."""

    readout_width: int = 640
    """Width of the residual trunk, or of the hidden layer of each plain head."""

    readout_blocks: int = 3
    """Residual blocks of the trunk."""

    blocks: Blocks = "gated"
    """``gated``: one half of a block's hidden layer scales the other, so that hand and auction
    are multiplied; ``plain``: one layer after the other."""

    bid_suits: bool = True
    """Whether the trunk is told the own holding in the first and the last suit of each player."""

    evaluation: bool = False
    """Whether the trunk is told what players reckon from a hand: points for shape, losers, …"""

    adjustment: bool = False
    """Whether the trunk is told what players correct a count of points by: tens, stoppers, …"""

    card_head: CardHead = "owners"
    """``owners``: one chance for each owner of a card, summing to one;
    ``sigmoids``: a separate yes-or-no for each hidden player and card (paper P1)."""

    rule_vector: bool = True
    """Whether the legal calls are an input and the others barred (paper P1, fig. 9)."""

    position_flag: bool = True
    """Whether it is an input whose turn to call it is (paper P1, section 3.1)."""

    beliefs: bool = True
    """Whether the call head sees what the other heads say (paper P1, fig. 2)."""

    detached_beliefs: bool = True
    """Whether these learn nothing from the call head by it; in paper P1, equation 3, all of it is
    one function that is learned as a whole."""

    system_inputs: bool = True
    """Whether it is told the systems that the two sides play (paper P1: one system, not told)."""

    service_tokens: bool = False
    """Whether the call head has an output for each of the 41 tokens, and says when an auction is
    over (paper P1, tables 1 and 2); else one for each of the 38 calls."""

    meaning_width: int = 0
    """Width of the trunk of the heads that say what calls mean; 0 for none."""

    meaning_blocks: int = 2
    """Residual blocks of that trunk."""

    meanings: int = 0
    """How many meanings they tell apart, the first of the vocabulary."""

    def __post_init__(self) -> None:
        choices = {"state": State, "readout": Readout, "card_head": CardHead, "blocks": Blocks}
        for name, choice in choices.items():
            if getattr(self, name) not in get_args(choice):
                raise ValueError(
                    f"{name} is {getattr(self, name)!r}; it must be one of {get_args(choice)}"
                )
        widths = ("state_width", "state_layers", "call_embedding", "readout_width")
        whole = ("readout_blocks", "meaning_width", "meaning_blocks", "meanings")
        for name, least in (*((width, 1) for width in widths), *((name, 0) for name in whole)):
            check_whole(name, getattr(self, name), least)
        if self.meaning_width and (self.state != "public" or not self.meanings):
            raise ValueError("meaning heads want the public state, and a number of meanings")
        for name in _SWITCHES:
            if type(getattr(self, name)) is not bool:
                raise ValueError(f"{name} is {getattr(self, name)!r}; it must be true or false")

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> BidderConfig:
        """The configuration of a parsed TOML or JSON table; unknown names are an error.

        Weights of releases up to 0.10.0 name a ``dropout``, which is no part of their answers.
        """
        values = dict(values)
        values.pop("dropout", None)
        unknown = set(values) - {field.name for field in fields(cls)}
        if unknown:
            raise ValueError(f"unknown settings of the bidder: {', '.join(sorted(unknown))}")
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """The settings as a plain mapping."""
        return asdict(self)
