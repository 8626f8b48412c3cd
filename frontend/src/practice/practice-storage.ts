/** Settings kept in the browser, and what is at the table kept in its tab; lost where it denies it. */

import { ALL_CALLS } from "../bridge/calls";
import { legalPrefix } from "../bridge/auction";
import { cardsOfNewBoards } from "../entry/own-cards";
import { practiceCard } from "../service/practice-boards";
import { firstCalls, type QueuedBoard } from "./played-board";
import { formatPracticeLink, PRACTICE_LEVELS } from "./practice-link";
import { type Bidding, FIRST_SETTINGS, type PracticeState, type Settings } from "./practice-state";
import type { Quiz } from "./trick-quiz";
import { readQuiz } from "./trick-quiz-file";

const SETTINGS = "practice-settings";
const BIDDING = "practice-bidding";
const TAB = "practice-tab";
const FILE = "practice-file";
export const STORED_QUIZ = "practice-tricks";

/** What a tab keeps through a reload, whatever its address says. */
interface Tab {
  /** The fragment of what is at the table. */
  link: string;
  player: string;
}

/** The settings last used; those that are missing or unknown as at first. */
export function loadSettings(): Settings {
  const found = load<Settings>(() => localStorage, SETTINGS);
  const cards = cardsOfNewBoards();
  const own = cards === null ? {} : known({ system: cards.ns, opponents: cards.ew });
  return { ...FIRST_SETTINGS, ...(found === null ? own : known(found)) };
}

function known(settings: Partial<Settings>): Partial<Settings> {
  const { system, opponents, theme, level, guessing, drawn, gradedAtOnce, atDecision } = settings;
  return {
    ...(practiceCard(system) === null ? {} : { system: practiceCard(system)! }),
    ...(practiceCard(opponents) === null ? {} : { opponents: practiceCard(opponents)! }),
    ...(typeof theme === "string" ? { theme } : {}),
    ...(PRACTICE_LEVELS.some((one) => one === level) ? { level: level! } : {}),
    ...(typeof guessing === "boolean" ? { guessing } : {}),
    ...(typeof drawn === "boolean" ? { drawn } : {}),
    ...(typeof gradedAtOnce === "boolean" ? { gradedAtOnce } : {}),
    ...(typeof atDecision === "boolean" ? { atDecision } : {}),
  };
}

export function saveSettings(settings: Settings): void {
  save(() => localStorage, SETTINGS, settings);
}

/** The bidding of the board at the table as it was left in this tab; null where there is none. */
export function loadBidding({ board }: PracticeState): Bidding | null {
  const found = load<Bidding & { source: unknown }>(() => sessionStorage, BIDDING);
  if (found === null || board === null) return null;
  if (JSON.stringify(found.source) !== JSON.stringify(board.source)) return null;
  const { auction = [], attempts = [], queue = [] } = found;
  const { draw = null, recorded = false, number = null } = found;
  const calls = Array.isArray(auction) ? auction.filter((call) => ALL_CALLS.includes(call)) : [];
  const legal = legalPrefix(board.dealer, calls);
  if (legal.length !== auction.length || !Array.isArray(attempts) || !Array.isArray(queue)) return null;
  return { auction: legal, attempts, draw, recorded, number, queue };
}

/** Keep the bidding of the board at the table, and the boards that wait. */
export function saveBidding({ board, auction, attempts, draw, recorded, queue }: PracticeState): void {
  const { source, number } = board ?? {};
  save(() => sessionStorage, BIDDING, { source, number, auction, attempts, draw, recorded, queue });
}

/** Keep boards that wait behind one that is about to be opened by its link. */
export function saveWaiting({ source, number = null }: QueuedBoard, queue: readonly QueuedBoard[]): void {
  const auction = firstCalls(source);
  save(() => sessionStorage, BIDDING, { source, number, auction, attempts: [], draw: null, recorded: false, queue });
}

/** Keep from which file of boards this tab came, until the last of them: a table's token, or the name of a board. */
export function saveFile(id: string, last: string): void {
  save(() => sessionStorage, FILE, { id, last });
}

/** The id of the file of boards whose last board this is; null where the tab came from none. */
export function fileEndingWith(last: string): string | null {
  const found = load<{ id: string; last: string }>(() => sessionStorage, FILE);
  return found?.last === last && typeof found.id === "string" ? found.id : null;
}

/** What was left in this tab. */
export function loadTab(): Tab {
  const { link, player } = load<Tab>(() => sessionStorage, TAB) ?? {};
  return { link: typeof link === "string" ? link : "", player: typeof player === "string" ? player : "" };
}

/** Keep what is at the table, and the player's name. */
export function saveTab(state: PracticeState): void {
  const tab: Tab = { link: formatPracticeLink({ ...state, view: "bid" }), player: state.player };
  save(() => sessionStorage, TAB, tab);
}

/** The tricks counted in this browser; null where there are none that can be read. */
export function loadQuiz(): Quiz | null {
  return readQuiz(load<Quiz>(() => localStorage, STORED_QUIZ));
}

export function saveQuiz(quiz: Quiz): void {
  save(() => localStorage, STORED_QUIZ, quiz);
}

/** What is kept under a key; null where it is nothing, or the browser denies it. */
export function load<T>(storage: () => Storage, key: string): (Partial<T> & T) | null {
  try {
    const found: unknown = JSON.parse(storage().getItem(key) ?? "null");
    return typeof found === "object" ? (found as T) : null;
  } catch {
    return null;
  }
}

export function save(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // It holds until the page is left.
  }
}
