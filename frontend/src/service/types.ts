/**
 * The answers of the service, as far as the page reads them: aliases of the schemas of its OpenAPI
 * document (schema.d.ts, made by scripts/page-types).
 */

import type { Call } from "../bridge/calls";
import type { Cards } from "../bridge/card";
import type { Seat, Strain, Suit, Vulnerability } from "../bridge/table";
import type { Message } from "../i18n/translate";
import type { components } from "./schema";

export type Schemas = components["schemas"];

/** Some fields of a schema, the others optional; calls are plain texts on the page. */
export type Fields<
  Name extends keyof Schemas,
  Required extends keyof Schemas[Name],
  Optional extends keyof Schemas[Name] = never,
> = Plain<Pick<Schemas[Name], Required> & Partial<Pick<Schemas[Name], Optional>>>;

/** A schema with its calls as plain texts. */
export type Plain<T> = T extends Schemas["Call"] ? Call : T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;

/** The message that a sentence of the service was made from. */
export interface Said {
  said?: Message | null;
}

export type Interval = Fields<"Range", "low" | "high" | "median">;

/** A range that partner may rely on; an open end is null. */
export type PromisedRange = Fields<"PromisedRange", "low" | "high">;

/** A distribution over 0, 1, 2 …: HCP (38 numbers) or cards in a suit (14 numbers). */
export type Distribution = Interval & Fields<"HcpDistribution", "probabilities">;

/** The number of some cards in a hand: the chances of 0, 1, 2 … */
export type CardCount = Fields<"CardCount", "expected" | "distribution">;

/** One hidden hand as the viewer sees it; cards run A to 2 in each suit. */
export type HiddenHand = Said & { hcp: Distribution; lengths: Record<Suit, Distribution> } & Fields<
    "HiddenHand",
    "cards" | "summary",
    "aces" | "kings" | "key_cards" | "unclear"
  >;

export type CallChance = Fields<"CallChance", "call" | "probability">;

/** The viewer's knowledge after the first `n_calls` calls. */
export type Moment = Fields<"Moment", "n_calls" | "to_call" | "next_call"> & {
  hands: Partial<Record<Seat, HiddenHand>>;
};

/** The meaning of a call in the terms of bridge. */
export type NamedMeaning = Fields<
  "Meaning",
  "name" | "id" | "chance" | "kind" | "artificial" | "forcing" | "asks" | "sentence"
> &
  // Answers of earlier versions that are kept have no promises.
  Partial<Fields<"Meaning", "promises">> & { said: Record<keyof Schemas["MeaningMessages"], Message | null> };

/** One call of the auction: how expected it was, and what it showed everybody. */
export type CallMeaning = Fields<
  "ExplainedCall",
  "index" | "seat" | "call" | "probability" | "rank" | "likeliest" | "surprise" | "unusual" | "own_probability"
> & {
  shows: Said & { hcp: Interval; lengths: Record<Suit, Interval> } & Fields<"ShownHand", "sentence">;
  /** Absent where the model does not name calls. */
  meaning?: NamedMeaning | null;
};

/** A call that is predicted to win more than the likeliest. */
export type BestCall = Said & Fields<"BestCall", "call" | "imps" | "error" | "probability" | "sentence">;

export type Suggestion = Said &
  Fields<"Suggestion", "seat" | "call" | "probability" | "sentence", "agreement"> & { best?: BestCall | null };

/** With the codes of cards, as they are asked. */
export type Position = Omit<Plain<Schemas["Position"]>, "systems"> & { systems: Cards };

/** One side's calls under each system, the other side's as assumed. */
export type SideReading = Said &
  Fields<"SystemReading", "assumed" | "likeliest" | "posterior" | "log_likelihoods" | "sentence">;

/** The share of auctions in the assumed systems that are at least as unexpected. */
type AuctionSurprise = Said & Fields<"AuctionSurprise", "share" | "counted" | "sentence">;

export type Explanation = Fields<"Explanation", "model" | "refined" | "interval_level"> & {
  position: Position;
  systems: Record<keyof Schemas["SystemReadings"], SideReading>;
  surprise: AuctionSurprise;
  calls: CallMeaning[];
  moments: Moment[];
  suggestion: Suggestion | null;
};

/** An error as RFC 9457 describes it; `errors` point at the fields of the request. */
export type Problem = Fields<"Problem", "title" | "status", "detail"> & {
  type?: string;
  errors?: (Said & Fields<"FieldError", "pointer" | "detail", "code" | "position">)[];
};

/** Every legal next call, the likeliest first; each as `CallMeaning` describes it once made. */
export type Options = Fields<"Options", "interval_level" | "to_call"> & { position: Position; options: CallMeaning[] };

/** The state of a request; `progress` is the share of the work that is done. */
export type StatusDocument<Result = Explanation> = Fields<"AnswerStatus", "id" | "status" | "url", "progress"> & {
  result: Result | null;
  error: Problem | null;
};

export type ContractChance = Fields<"ContractChance", "bid" | "declarer" | "chance" | "score">;

export type Doubled = Schemas["CurrentContract"]["doubled"];

/** A call with its expected IMPs over the likeliest call, and their standard error. */
type ComparedCall = Fields<"ComparedCall", "call" | "probability" | "imps" | "error" | "leads_to">;

export type Analysis = Fields<
  "Analysis",
  "layouts" | "effective" | "effective_full" | "warning" | "contracts" | "contract"
> & {
  position: Position;
  next_calls:
    | (Said & Fields<"CallComparison", "seat" | "against" | "layouts", "best" | "reason"> & { calls: ComparedCall[] })
    | null;
};

/** A board to review. */
export interface ReviewRequest {
  /** S.H.D.C of each seat; null where it is not known. */
  hands: Record<Seat, string | null>;
  dealer: Seat;
  vulnerability: Vulnerability;
  auction: readonly Call[];
  systems: Cards;
  /** The tricks that declarer took, where known. */
  tricks?: number;
  /** The index of the first call to grade; all without. */
  graded_from?: number;
}

/** Boards that one pair bid; of the hands those of the pair count. */
export interface CardQuestion {
  boards: readonly (Omit<ReviewRequest, "systems" | "tricks" | "graded_from"> & { seat: Seat; opponents: string })[];
  /** What it is said to play, as a code; null for any card. */
  card: string | null;
}

/** Which card fits a pair's calls, with the odds of every choice. */
export type GuessedCard = Fields<"GuessedCard", "calls" | "code" | "base" | "choices">;
export type GuessedChoice = GuessedCard["choices"][number];

export type Grade = Schemas["Grade"];
export type TrickSource = Schemas["TrickSource"];
export type PointsLost = Fields<"PointsLost", "mean" | "error", "imps" | "matchpoints">;

/** One call of the auction; without a grade where the caller's hand is not known. */
export type ReviewedCall = Said &
  Fields<
    "ReviewedCall",
    "index" | "seat" | "call" | "grade" | "frequency" | "usual" | "best" | "costly" | "sentence",
    "theme"
  > & { points_lost: PointsLost | null; instead?: BetterAuction | null };

/** A contract with what it makes; the score is that of North and South. */
export type ReachedContract = Fields<"ReachedContract", "contract" | "declarer" | "tricks" | "source" | "score">;

/** The auction with the usual call in place of a mistake, bid to its end by robots. */
export type BetterAuction = Fields<"BetterAuction", "auction"> & { contract: ReachedContract | null };

/** The contract reached; scores are those of North and South. */
export type ReviewedContract = Fields<
  "ReviewedContract",
  "contract" | "declarer" | "tricks" | "source" | "score" | "actual_tricks" | "actual_score"
>;

export interface Review {
  calls: ReviewedCall[];
  contract: ReviewedContract | null;
  makes: { source: TrickSource; tricks: Record<Seat, Record<Strain, number>> } | null;
  /** The score of North and South, and contracts such as "4S by N". */
  par: Schemas["Par"] | null;
}
