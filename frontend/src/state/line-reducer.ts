/** The slice of the state with the auction entered and its branches. */

import type { Call } from "../bridge/calls";
import { addBranch, branchPoint, canBranch, type Lines, removeLine, shownLine, switchLine } from "../lines/lines";
import { atMoment, withCachedAnswer } from "./answer-reducer";
import { withCall } from "./entry-reducer";
import type { Slice } from "./slice";
import type { LineAction, State } from "./state";
import { pushUndo } from "./undo";

export const LINE_SLICE: Slice<State, LineAction> = {
  "branch started": (state, { at }) => {
    const next = withBranch(state, at);
    return next === state ? state : { ...next, folded: false, focus: { on: "bidding box" } };
  },
  "call chosen": withChosenCall,
  "line shown": (state, { line }) => withLine(state, line),
  "line deleted": (state, { line }) => withoutLine(state, line),
  "lines compared": (state, { compared }) => ({ ...state, compared, secondaryFailure: null, lineFailed: false }),
};

/** Another line to be called after the first calls of the one on show. */
function withBranch(state: State, at: number): State {
  const { lines, input } = state;
  if (!canBranch(lines, input.dealer, at)) return state;
  const history = pushUndo(state.history, state);
  return { ...onLines(state, addBranch(lines, at), null), history };
}

/** A call made at the end of the auction, or tried on another line in place of one made. */
function withChosenCall(state: State, { moment, call }: { moment: number; call: Call }): State {
  const { auction } = state.input;
  const focus = { on: "answer" } as const;
  if (auction[moment] === call) return { ...atMoment(state, moment + 1), selectedCall: moment, focus };
  const next = moment < auction.length ? withBranch(state, moment) : state;
  return next.input.auction.length === moment ? { ...withCall(next, call), focus } : state;
}

/** Another line on show: the main line where it was left, a branch at its end. */
function withLine(state: State, line: number): State {
  const { lines, input } = state;
  const next = switchLine(lines, line);
  if (next === lines) return state;
  const pendingMoment =
    next.shown === 0 ? branchPoint(lines.auctions, lines.shown, input.dealer).at : shownLine(next).length;
  const beside = next.auctions.indexOf(shownLine(lines));
  const swaps = state.compared?.line === line && beside !== -1;
  const compared = swaps ? { ...state.compared!, line: beside } : null;
  return { ...onLines(state, next, pendingMoment), compared };
}

function withoutLine(state: State, line: number): State {
  const { lines, input } = state;
  const next = removeLine(lines, line);
  if (next === lines) return state;
  const history = pushUndo(state.history, state);
  if (lines.shown !== line) return { ...state, lines: next, compared: null, history };
  return { ...onLines(state, next, branchPoint(lines.auctions, line, input.dealer).at), history };
}

/** The line on show becomes what is entered; undoing goes back to where the last change was made. */
function onLines(state: State, lines: Lines, pendingMoment: number | null): State {
  const input = { ...state.input, auction: shownLine(lines), dealerStated: true };
  return withCachedAnswer({ ...state, lines, compared: null, pendingMoment: pendingMoment }, input);
}
