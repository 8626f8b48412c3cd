/** The entry as the fragment of a link. */

import { legalPrefix } from "../bridge/auction";
import { ALL_CALLS, type Call } from "../bridge/calls";
import { formatDeal, parseDeal } from "../bridge/hand";
import { SYSTEMS } from "../bridge/systems";
import { type Seat, SEATS, VULNERABILITIES } from "../bridge/table";
import { EMPTY_INPUT, type Input, withHandText } from "./input";

/** The fragment of a link that brings the same input back. */
export function toFragment(input: Input): string {
  const fields: [string, string][] = [
    ["hand", input.spectator ? "-" : input.handText],
    ["seat", input.seat],
    ["board", input.board],
    ["dealer", input.dealer],
    ["vul", input.vulnerability],
    ["ns", input.systems.ns],
    ["ew", input.systems.ew],
    ["auction", input.auction.join("-")],
    ["deal", input.deal === null ? "" : formatDeal(input.deal)],
  ];
  return new URLSearchParams(fields.filter(([, value]) => value !== "")).toString();
}

/** The input that a link's fragment describes; what it does not name stays at its default. */
export function fromFragment(fragment: string): Input {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const field = (name: string) => fields.get(name) ?? "";
  const dealer = oneOf(SEATS, field("dealer"), EMPTY_INPUT.dealer);
  const input: Input = {
    ...EMPTY_INPUT,
    seat: oneOf(SEATS, field("seat"), EMPTY_INPUT.seat),
    board: fields.has("dealer") ? field("board") : EMPTY_INPUT.board,
    dealer,
    dealerStated: anyCase(SEATS, field("dealer")) !== undefined,
    vulnerability: oneOf(VULNERABILITIES, field("vul"), EMPTY_INPUT.vulnerability),
    systems: {
      ns: oneOf(SYSTEMS, field("ns"), EMPTY_INPUT.systems.ns),
      ew: oneOf(SYSTEMS, field("ew"), EMPTY_INPUT.systems.ew),
    },
    auction: parseCalls(dealer, field("auction")).calls,
    deal: parseDeal(field("deal")),
  };
  if (field("hand") === "-") return { ...input, spectator: true };
  return withHandText(input, field("hand"));
}

/** The calls of a link up to the first that cannot be made, and that one if there is one. */
export function parseCalls(dealer: Seat, text: string): { calls: Call[]; broken: string | null } {
  const written = text.split("-").filter((call) => call !== "");
  const known = written.map((call) => anyCase(ALL_CALLS, call));
  const unknown = known.indexOf(undefined);
  const readable = (unknown === -1 ? known : known.slice(0, unknown)) as Call[];
  const calls = legalPrefix(dealer, readable);
  return { calls, broken: written[calls.length] ?? null };
}

function oneOf<T extends string>(options: readonly T[], text: string, otherwise: T): T {
  return anyCase(options, text) ?? otherwise;
}

/** The option that a text spells in any case. */
export function anyCase<T extends string>(options: readonly T[], text: string): T | undefined {
  const plain = text.toLowerCase();
  return options.find((option) => option.toLowerCase() === plain);
}
