/** Positions to try with one click: in all but the last each call of the hand on show is the usual one, and a textbook's. */

import { msg } from "../i18n/translate";
import { EMPTY_INPUT, type Input, withHandText } from "./input";

interface Example {
  name: string;
  teaser: string;
  input: Input;
}

function position(hand: string | null, changes: Partial<Input>): Input {
  const input: Input = { ...EMPTY_INPUT, board: "", dealerStated: true, ...changes };
  return hand === null ? { ...input, spectator: true } : withHandText(input, hand);
}

/** The first three are also those of a phone's first screen. */
export const EXAMPLES: readonly Example[] = [
  {
    name: msg("Partner opens"),
    teaser: msg("North opens 1♥. You hold five spades and ten points."),
    input: position("AQ742.K6.J85.T93", { auction: ["1H", "P"] }),
  },
  {
    name: msg("A transfer"),
    teaser: msg("You open 1NT and partner says 2♥, which is not about hearts."),
    input: position("AQ4.K93.AJ62.Q85", { dealer: "S", vulnerability: "both", auction: ["1NT", "P", "2H", "P"] }),
  },
  {
    name: msg("Both sides bid"),
    teaser: msg("Partner's hearts against their spades: bid on, double, or let them play?"),
    input: position("85.KJ84.Q972.J63", { dealer: "N", vulnerability: "both", auction: "1H 1S 2H 2S P P".split(" ") }),
  },
  {
    name: msg("A slam in sight"),
    teaser: msg("You raise partner's 1♠ with 2NT and ask with 4NT. Partner answers 5♦: do you bid six?"),
    input: position("KQ74.KQ2.AK32.A5", { vulnerability: "NS", auction: "1S P 2NT P 4S P 4NT P 5D P".split(" ") }),
  },
  {
    name: msg("Would you open?"),
    teaser: msg("You deal with twelve points and five hearts. What do the others hold before a call?"),
    input: position("K8.AQ962.KT73.84", { dealer: "S" }),
  },
  {
    name: msg("Watch without a hand"),
    teaser: msg("A take-out double and an answer to it, as the whole table reads them."),
    input: position(null, { dealer: "W", vulnerability: "EW", auction: ["1S", "X", "2S", "3H", "P"] }),
  },
  {
    name: msg("A freak hand fights for the contract"),
    teaser: msg("Seven spades against a heart fit: follow every hand up to the grand slam."),
    input: position("AKJT985.6.A76.84", {
      vulnerability: "NS",
      auction: "1D 1H 1S 4H P P 4S 5H P P 5S 6H P P 6S 7H P P X P P P".split(" "),
    }),
  },
];
