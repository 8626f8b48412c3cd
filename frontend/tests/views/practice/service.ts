/** The page of practice with a service of few boards, bid by a script: every other call is a mistake. */

import { contractOf, turnOf } from "../../../src/bridge/auction";
import type { Call } from "../../../src/bridge/calls";
import { type Seat, seatAfter } from "../../../src/bridge/table";
import type { BoardsWanted, RobotCalls, Theme, WholeBoard } from "../../../src/service/practice-boards";
import type { Review, ReviewRequest } from "../../../src/service/types";
import { graded, HANDS, review } from "../../fixtures/review";
import { bid, done, json, openPage, parts, type Service } from "../page";

export const ROBOTS = "/api/v1/practice/calls";
export const REVIEWS = "/api/v1/reviews";
export const BOARDS = "/api/v1/practice/boards";
export const STAYMAN = "system=sayc&theme=stayman&board=1003";

/** South's, after a pass by East, of North's notrump. */
export const AUCTION: Call[] = ["P", "P", "P", "1NT", "P", "2C", "P", "2D", "P", "3NT", "P", "P", "P"];
const [DEALER, PLAYER] = ["E", "S"] as const;
const IDS = [1003, 1095, 1200];
const SCORES: Partial<Record<Call, number>> = { "1NT": 150, "3NT": 400 };

const THEMES: Theme[] = ["stayman", "opening_1nt"].map((id) => ({
  id,
  name: id === "stayman" ? "Stayman" : "1NT opening",
  group: "Notrump",
  about: `About ${id}.`,
  late: id === "stayman",
  boards: 3,
  levels: { clear: 1, usual: 1, close: 1 },
}));

function boardOf(id: number): WholeBoard {
  return { id, number: id - 1000, dealer: DEALER, vulnerability: "EW", seat: PLAYER, hands: HANDS };
}

/** The call of every hand in the script; a pass where the auction has left it. */
function usualCall(before: readonly Call[]): Call {
  return before.every((call, index) => call === AUCTION[index]) ? (AUCTION[before.length] ?? "P") : "P";
}

interface Table {
  auction: readonly Call[];
  players: readonly Seat[];
  dealer?: Seat;
}

function robotCalls({ auction, players, dealer = DEALER }: Table): RobotCalls {
  const calls = [...auction];
  for (;;) {
    const turn = turnOf(dealer, calls);
    if (turn !== null && !players.includes(turn)) calls.push(usualCall(calls));
    else return { auction: calls, calls: [], turn, contract: contractText(dealer, calls) };
  }
}

function contractText(dealer: Seat, calls: readonly Call[]): string | null {
  const contract = contractOf(dealer, calls);
  return contract === null ? null : `${contract.bid} by ${contract.declarer}`;
}

export function reviewOf({ dealer, auction, hands }: ReviewRequest): Review {
  const calls = auction.map((call, index) => {
    const [seat, usual] = [seatAfter(dealer, index), usualCall(auction.slice(0, index))];
    if (hands[seat] === null) return graded(index, seat, call, null);
    const loss = call === usual ? null : { mean: 183, error: 31 };
    return {
      ...graded(index, seat, call, loss === null ? "best" : "mistake", loss),
      usual: { call: usual, frequency: 0.9 },
    };
  });
  const found = contractOf(dealer, auction);
  const contract =
    found === null
      ? null
      : {
          contract: found.bid,
          declarer: found.declarer,
          tricks: 9,
          source: "solver" as const,
          score: SCORES[found.bid] ?? 0,
          actual_tricks: null,
          actual_score: null,
        };
  return review({ calls, contract });
}

function prepare({ answers }: Service): void {
  answers["/api/v1/practice/themes"] = () => json({ themes: THEMES });
  answers[BOARDS] = ({ body }) => {
    const boards = IDS.slice(0, (body as BoardsWanted).count).map(boardOf);
    return json({ boards: boards.map((board) => ({ ...board, hand: board.hands[board.seat] })) });
  };
  for (const id of IDS) answers[`${BOARDS}/${id}`] = () => json(boardOf(id));
  answers[ROBOTS] = ({ body }) => done(robotCalls(body as Table));
  answers[REVIEWS] = ({ body }) => done(reviewOf(body as ReviewRequest));
}

/** Open the page of practice at a link. */
export function openPractice(
  fragment = "",
  { language = "en", before }: { language?: string; before?: (service: Service) => void } = {},
): Promise<Service> {
  const both = (service: Service) => {
    prepare(service);
    before?.(service);
  };
  return openPage("practice", { fragment, language, prepare: both });
}

/** Make the player's calls of the script, up to its end or its first so many. */
export async function bidAsUsual(count = 3): Promise<void> {
  for (const call of ["P", "2C", "3NT"].slice(0, count)) await bid(call);
}

/** The calls so far, as they are read aloud. */
export function auction(): string[] {
  return parts("table.auction .step .call .unseen").map((one) => one.textContent);
}
