"""Hyperparameters of the bidder, which are checked and saved beside its weights."""

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
    """Raise ValueError if a setting is not a whole number of at least ``least``."""
    if type(value) is not int or value < least:
        raise ValueError(f"{name} is {value!r}; it must be a whole number from {least} on")


@dataclass(frozen=True)
class BidderConfig:
    """The hyperparameters of a bidder. Raises ValueError for an invalid value."""

    state: State = "public"
    """``public``: the recurrent state depends on the auction only and serves every viewer;
    ``player``: one pass per viewer with the own hand at its input (paper P1)."""

    state_width: int = 128
    """Width of each recurrent layer."""

    state_layers: int = 3
    """Stacked recurrent layers (paper P1: three)."""

    call_embedding: int = 128
    """Width of the embedding of a call (paper P1: 256)."""

    readout: Readout = "residual"
    """``residual``: state, calls by seat, hand and table enter a residual trunk;
    ``plain``: the heads receive the state only (paper P1)."""

    readout_width: int = 640
    """Width of the residual trunk, or of the hidden layer of each plain head."""

    readout_blocks: int = 3
    """Residual blocks of the trunk."""

    blocks: Blocks = "gated"
    """``gated``: gated linear units, which multiply features of hand and auction;
    ``plain``: one layer after the other."""

    bid_suits: bool = True
    """Input the holding in the first and the last suit bid by each player to the trunk."""

    evaluation: bool = False
    """Input hand evaluation to the trunk: points for shape, losers, …"""

    adjustment: bool = False
    """Input adjustments to the point count to the trunk: tens, stoppers, …"""

    card_head: CardHead = "owners"
    """``owners``: a distribution over the owners of each card;
    ``sigmoids``: an independent probability per hidden player and card (paper P1)."""

    rule_vector: bool = True
    """Input the legal calls, and mask illegal ones in the output (paper P1, fig. 9)."""

    position_flag: bool = True
    """Input the seat to call (paper P1, section 3.1)."""

    beliefs: bool = True
    """Input the predictions of the other heads to the call head (paper P1, fig. 2)."""

    detached_beliefs: bool = True
    """Stop gradients of the call head there; in paper P1, equation 3, they pass."""

    system_inputs: bool = True
    """Input the bidding systems of both sides (paper P1: a single system, no input)."""

    service_tokens: bool = False
    """Predict all 41 tokens, which include the end of the auction (paper P1, tables 1 and 2),
    instead of the 38 calls."""

    meaning_width: int = 0
    """Width of the trunk of the meaning heads; 0 for none."""

    meaning_blocks: int = 2
    """Residual blocks of that trunk."""

    meanings: int = 0
    """Number of meanings predicted, the first of the vocabulary."""

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
        """Build a configuration from a TOML or JSON table. Raises ValueError for unknown names.

        Weights of releases up to 0.10.0 name a ``dropout``, which is ignored.
        """
        values = dict(values)
        values.pop("dropout", None)
        unknown = set(values) - {field.name for field in fields(cls)}
        if unknown:
            raise ValueError(f"unknown settings of the bidder: {', '.join(sorted(unknown))}")
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as a plain mapping."""
        return asdict(self)
