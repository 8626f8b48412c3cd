/** The pairs of a file of boards, and what the calls of one tell of its card. */

import type { CardChoice, Vocabulary } from "../bridge/card";
import { type Seat, SEATS, type Side, sideOf } from "../bridge/table";
import { t } from "../i18n/translate";
import type { RecordedBoard } from "../service/boards";
import type { CardQuestion, GuessedCard, GuessedChoice, ReviewRequest } from "../service/types";
import { SIDE_NAMES } from "./verdicts";

export interface Pair {
  /** Both names where the file has them, else the side. */
  name: string;
  boards: readonly { index: number; side: Side }[];
}

interface ReadBoard {
  board: RecordedBoard;
  request: ReviewRequest | null;
}

/** So many boards are read for one card. */
const MOST_BOARDS = 64;
/** Options that are so much less likely than the likeliest, in nats, are not named beside it. */
const ALSO_LIKELY = Math.log(10);
const SIDES: readonly Side[] = ["ns", "ew"];

/** The pairs of a file, those with the most boards first. */
export function pairsOf(boards: readonly ReadBoard[]): Pair[] {
  const found = new Map<string, { index: number; side: Side }[]>();
  boards.forEach(({ board, request }, index) => {
    if (request === null) return;
    for (const side of SIDES) {
      const name = pairName(board, side);
      found.set(name, [...(found.get(name) ?? []), { index, side }]);
    }
  });
  const pairs = [...found].map(([name, boards]): Pair => ({ name, boards }));
  return pairs.sort((one, other) => other.boards.length - one.boards.length);
}

function pairName({ players }: RecordedBoard, side: Side): string {
  const names = seatsOf(side).map((seat) => players?.[seat] ?? "");
  if (names.includes("")) return t(SIDE_NAMES[side]);
  return names.sort((one, other) => one.localeCompare(other)).join(" – ");
}

function seatsOf(side: Side): Seat[] {
  return SEATS.filter((seat) => sideOf(seat) === side);
}

/** What to ask of a pair's calls. */
export function questionOf({ boards }: Pair, listed: readonly ReadBoard[]): CardQuestion {
  const asked = boards.slice(0, MOST_BOARDS).map(({ index, side }) => {
    const { hands, dealer, vulnerability, auction, systems } = listed[index]!.request!;
    const opponents = systems[side === "ns" ? "ew" : "ns"];
    return { seat: seatsOf(side)[0]!, hands, dealer, vulnerability, auction, opponents };
  });
  return { boards: asked, card: null };
}

/** A choice as its evidence is told. */
export interface Told {
  choice: CardChoice;
  guess: GuessedChoice;
  /** The likeliest option, or several that fit about as well. */
  options: string;
  /** Of these together, or of any change. */
  odds: number;
}

/** What the calls tell, the clearest first: changes, and what is as in the system. */
export function toldChoices({ choices }: GuessedCard, vocabulary: Vocabulary): Told[] {
  const told = choices.flatMap((guess): Told[] => {
    const choice = vocabulary.choices.find(({ id }) => id === guess.choice);
    if (choice === undefined || !isTold(guess)) return [];
    const odds = guess.changed ? guess.change_odds : guess.odds;
    return [{ choice, guess, options: likelyOptions(choice, guess), odds }];
  });
  return told.sort((one, other) => Number(other.guess.changed) - Number(one.guess.changed) || other.odds - one.odds);
}

/** The choice that one call tells to be played otherwise than the card has it; null where none does. */
export function doubtfulChoice({ choices }: GuessedCard): GuessedChoice | null {
  const doubtful = choices.filter((one) => one.changed && isTold(one) && one.calls.length > 0);
  return doubtful.sort((one, other) => other.change_odds - one.change_odds)[0] ?? null;
}

/** Whether the card has the choice so because of the calls. */
export function isTold({ came_up, clear, changed, change_odds }: GuessedChoice): boolean {
  return came_up && (clear || (changed && change_odds >= 10));
}

function likelyOptions(choice: CardChoice, { option, changed, clear, options }: GuessedChoice): string {
  const likelihood = (id: string) => options.find((one) => one.option === id)?.log_likelihood ?? -Infinity;
  const best = likelihood(option);
  const named = choice.options.filter(({ id }) => {
    if (id === option) return true;
    return changed && !clear && likelihood(id) > best - ALSO_LIKELY;
  });
  return named.map(({ brief }) => t(brief)).join(t(" or "));
}

/** "40 : 1"; of very many only that they are. */
export function oddsText(odds: number): string {
  const rounded = odds >= 1000 ? t("more than 1000") : String(Number(odds.toPrecision(2)));
  return t("{odds} : 1", { odds: rounded });
}
