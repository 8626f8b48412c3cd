/** Boards of a file as boards to practise: mistakes from the decision on, with one click into what is repeated. */

import { isOver } from "../bridge/auction";
import { dealFromHands, formatHand } from "../bridge/hand";
import { type Seat, SEATS, sideOf } from "../bridge/table";
import { type Hands, practiceCard } from "../service/practice-boards";
import type { ReviewedCall, ReviewRequest } from "../service/types";
import { nameOfSource, type PlayedBoard, type QueuedBoard } from "./played-board";
import { saveFile, saveWaiting } from "./practice-storage";
import { keepBoards, loadProgress } from "./progress-storage";

/** A reviewed board to bid from a seat, at its first turn after some calls; null unless the deal is known. */
export function boardToBid(
  { hands, dealer, vulnerability, auction, systems }: ReviewRequest,
  seat: Seat,
  calls = 0,
  theme: string | null = null,
): QueuedBoard | null {
  const deal = dealFromHands(hands);
  if (deal === null) return null;
  const whole = Object.fromEntries(SEATS.map((one) => [one, formatHand(deal[one])])) as Hands;
  const source = { hands: whole, dealer, vulnerability, seat };
  return {
    source: calls === 0 ? source : { ...source, auction: auction.slice(0, calls) },
    theme,
    system: practiceCard(systems[sideOf(seat)]) ?? "sayc",
  };
}

/** The decision at which a mistake was made. */
export function decisionOf(request: ReviewRequest, { seat, index, theme = null }: ReviewedCall): QueuedBoard | null {
  return boardToBid(request, seat, index, theme);
}

/**
 * Have the decisions bid one after the other: the first by its link, the others wait. Each goes into
 * the progress as a mistake, once, so that it comes again.
 */
export function practiseMistakes(
  mistakes: readonly { request: ReviewRequest; call: ReviewedCall }[],
  file: string,
  now: Date,
): void {
  const kept = loadProgress(now);
  const known = new Set(kept.progress.boards.map(({ system, board }) => `${system} ${nameOfSource(board)}`));
  const played = mistakes
    .flatMap(({ request, call }) => playedMistake(request, call, now))
    .filter(({ system, board }) => !known.has(`${system} ${nameOfSource(board)}`));
  keepBoards(kept, played, now);
  const decisions = mistakes.flatMap(({ request, call }) => decisionOf(request, call) ?? []);
  bidInTurn(decisions, file);
}

/** Have boards of a file wait in this tab behind the first, which is opened by its link. */
export function bidInTurn(boards: readonly QueuedBoard[], file: string): void {
  const [first, ...queue] = boards;
  if (first === undefined) return;
  saveWaiting(first, queue);
  saveFile(file, nameOfSource(boards.at(-1)!.source));
}

function playedMistake(request: ReviewRequest, call: ReviewedCall, now: Date): PlayedBoard[] {
  const decision = decisionOf(request, call);
  if (decision === null || call.usual === null || !isOver(request.auction)) return [];
  const { source: board, theme, system = "sayc" } = decision;
  const graded = { index: call.index, call: call.call, grade: "mistake", usual: call.usual.call } as const;
  const calls = [{ ...graded, lost: call.points_lost?.mean ?? null }];
  return [{ board, system, theme, played: now.toISOString(), auction: request.auction, calls, imps: null }];
}
