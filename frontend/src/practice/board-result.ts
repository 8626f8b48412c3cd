/** A board that was bid to its end: against the robots' own auction, and as links of the other page. */

import type { Cards } from "../bridge/card";
import type { Call } from "../bridge/calls";
import { dealFromHands } from "../bridge/hand";
import { boardConditions, imps, type Seat, seatAfter, sideOf, type Vulnerability } from "../bridge/table";
import { EMPTY_INPUT, type Input, withDeal } from "../entry/input";
import { msg, plural, t } from "../i18n/translate";
import { formatSigned } from "../insight/contracts";
import { contractName, inTens } from "../insight/verdicts";
import type { Hands } from "../service/practice-boards";
import type { Review, TrickSource } from "../service/types";
import { formatAnswer, formatProblem } from "../state/link";
import type { GradedCall } from "./played-board";

/** A board with its auction, as it is shown at the end. */
export interface FinishedBoard {
  /** Null for a board without one. */
  number: number | null;
  dealer: Seat;
  vulnerability: Vulnerability;
  hands: Hands;
  systems: Cards;
  auction: readonly Call[];
  /** The player's seats, that of the player's own hand first. */
  players: readonly [Seat, ...Seat[]];
}

/** What an auction came to. */
interface AuctionResult {
  /** Such as "4S by S"; null for a board passed out. */
  contract: string | null;
  /** The points of the player's side. */
  score: number;
}

/** The player's auction against the robots' own on the same deal. */
interface Comparison {
  player: AuctionResult;
  robots: AuctionResult;
  /** Won by the player's side, or lost with a minus. */
  imps: number;
  /** Of the tricks scored; null where both auctions were passed out. */
  source: TrickSource | null;
}

/** Compare the reviews of two finished auctions of one deal; null where tricks are not known. */
export function compareAuctions(player: Review, robots: Review, seat: Seat): Comparison | null {
  const [own, other] = [resultOf(player, seat), resultOf(robots, seat)];
  if (own === null || other === null) return null;
  return {
    player: own,
    robots: other,
    imps: imps(own.score - other.score),
    source: player.contract?.source ?? robots.contract?.source ?? null,
  };
}

function resultOf({ contract }: Review, seat: Seat): AuctionResult | null {
  if (contract === null) return { contract: null, score: 0 };
  if (contract.score === null) return null;
  return {
    contract: `${contract.contract} by ${contract.declarer}`,
    score: sideOf(seat) === "ns" ? contract.score : 0 - contract.score,
  };
}

/** "You: 4♠ by South, +420." and the same of the robots. */
export function resultTexts({ player, robots }: Comparison): [string, string] {
  const [own, other] = [player, robots].map(({ contract, score }) => ({
    contract: contract === null ? t("passed out") : contractName(contract),
    score: formatSigned(score),
  }));
  return [t("You: {contract}, {score}.", own), t("Robots: {contract}, {score}.", other)];
}

/** Who wins, and how many IMPs. */
export function impsText({ player, robots, imps: won }: Comparison): string {
  if (player.contract === robots.contract) return t("The same contract: 0 IMPs.");
  if (won === 0) return t("No difference worth an IMP: 0 IMPs.");
  return won > 0
    ? plural("You win {count} IMP.", "You win {count} IMPs.", won)
    : plural("You lose {count} IMP.", "You lose {count} IMPs.", -won);
}

const SCORE_SOURCES: Record<TrickSource, string> = {
  solver: msg("Scores of your side, double dummy, exact."),
  estimator: msg("Scores of your side, with estimated tricks, not exact."),
};

export function scoreSourceText({ source }: Comparison): string | null {
  return source === null ? null : t(SCORE_SOURCES[source]);
}

/** The points that a mistake lost, in tens; null for other calls. */
export function lostInTens({ grade, lost }: GradedCall): number | null {
  return grade === "mistake" && lost !== null ? inTens(lost) : null;
}

/** The points lost by all mistakes together, in tens. */
export function totalLost(calls: readonly GradedCall[]): number {
  return calls.reduce((sum, call) => sum + (lostInTens(call) ?? 0), 0);
}

/** The link to the explanation of the whole auction, with all four hands. */
export function explainerLink(board: FinishedBoard): string {
  return `/#${formatAnswer(inputOf(board, board.players[0]), null)}`;
}

/** The link to the explanation of the call at a place of the auction, from the caller's seat. */
export function callLink(board: FinishedBoard, index: number): string {
  return `/#${formatAnswer(inputOf(board, seatAfter(board.dealer, index)), index + 1)}`;
}

/** The fragment of the problem that a turn of the board poses: a hand and the calls before. */
export function problemAt(board: FinishedBoard, turn: number): string {
  return formatProblem(inputOf(board, seatAfter(board.dealer, turn)), turn);
}

/**
 * The number of calls before the one that lost most, as first made; else before the player's last
 * call that was, or usually is, no pass; else before the player's first.
 */
export function problemTurn(board: FinishedBoard, calls: readonly GradedCall[]): number {
  const most = Math.max(0, ...calls.map(({ lost }) => lost ?? 0));
  const costliest = calls.find(({ lost }) => most > 0 && lost === most);
  if (costliest !== undefined) return costliest.index;
  const isPass = (turn: number) =>
    board.auction[turn] === "P" && calls.every(({ index, usual }) => index !== turn || usual === "P");
  const turns = playerTurns(board);
  return turns.findLast((turn) => !isPass(turn)) ?? turns[0] ?? 0;
}

/** The places of the players' calls. */
export function playerTurns({ dealer, auction, players }: FinishedBoard): number[] {
  return [...auction.keys()].filter((index) => players.includes(seatAfter(dealer, index)));
}

/** The board as the other page has it entered, seen from a seat. */
function inputOf(board: FinishedBoard, seat: Seat): Input {
  const { number, dealer, vulnerability, hands, systems, auction } = board;
  const usual = number === null ? null : boardConditions(number);
  const isUsual = usual?.dealer === dealer && usual.vulnerability === vulnerability;
  const table = { dealer, vulnerability, systems, auction, dealerStated: true };
  const input = { ...EMPTY_INPUT, ...table, seat, board: isUsual ? `${number}` : "" };
  return withDeal(input, dealFromHands(hands)!);
}
