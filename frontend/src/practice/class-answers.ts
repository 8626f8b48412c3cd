/** First answers of a class: sent by the pupils' pages, graded and looked at on the teacher's. */

import type { Call } from "../bridge/calls";
import { GRADES } from "../insight/verdicts";
import type { ClassAnswers, ClassTokens, FirstAnswer } from "../service/classes";
import type { ReviewedCall, ReviewRequest } from "../service/types";
import { type ClassBoard, classBoard, type ClassSet, codeOf } from "./class-set";
import type { Classroom, Collection, Lesson, Need, PracticeState } from "./practice-state";

export const MOST_NAME = 30;

/** A key that is equal for equal answers. */
export function answerKey({ board, auction }: FirstAnswer): string {
  return `${board} ${auction.join("-")}`;
}

/** The state with the player's last call as a first answer, where the player takes part in a class. */
export function withFirstAnswer(state: PracticeState): PracticeState {
  const { lesson, set, board, auction, attempts, pair } = state;
  const source = board?.source ?? null;
  if (lesson === null || lesson.pupil === null || set === null || source === null || pair !== null) return state;
  const code = codeOf(source);
  const made = attempts.filter(({ index }) => index === auction.length - 1);
  if (code === null || !set.boards.includes(code) || lesson.again.includes(code) || made.length > 1) return state;
  return withLesson(state, { unsent: [...lesson.unsent, { board: code, auction: [...auction] }] });
}

/** The state once the board at the table is bid again. */
export function withBoardAgain(state: PracticeState): PracticeState {
  const source = state.board?.source ?? null;
  const code = source === null ? null : codeOf(source);
  return code === null ? state : withLesson(state, { again: [...(state.lesson?.again ?? []), code] });
}

export function withLesson(state: PracticeState, changes: Partial<Lesson>): PracticeState {
  return state.lesson === null ? state : { ...state, lesson: { ...state.lesson, ...changes } };
}

/** The lesson of a link; null for none. */
export function lessonOf(token: string | null): Lesson | null {
  const fresh = { hours: null, pupil: null, declined: false, again: [], unsent: [], failure: null };
  return token === null ? null : { token, ...fresh };
}

/** The answers of a class before any is seen; null for no class. */
export function collectionOf(tokens: ClassTokens | null): Collection | null {
  return tokens === null ? null : { tokens, seen: null, grades: {}, failure: null };
}

/** What a pupil's page needs: how long answers are kept, and to send the first that waits. */
export function lessonNeeds({ lesson }: PracticeState): Need[] {
  if (lesson === null) return [];
  const { token, hours, pupil, unsent } = lesson;
  const [answer] = unsent;
  return [
    ...(hours === null ? [{ kind: "lesson", token } as const] : []),
    ...(pupil === null || answer === undefined ? [] : [{ kind: "first answer", token, pupil, answer } as const]),
  ];
}

/** The question how good an answer is, the same as the pupil's page asks; null while the hands are not known. */
function gradeRequest({ board: code, auction }: FirstAnswer, board: ClassBoard | null, set: ClassSet) {
  if (board === null || !set.boards.includes(code)) return null;
  const { dealer, vulnerability, seat, hands } = board;
  const own = { N: null, E: null, S: null, W: null, [seat]: hands[seat] };
  const systems = { ns: set.system, ew: set.system };
  const request: ReviewRequest = { hands: own, dealer, vulnerability, auction: [...auction], systems };
  return { ...request, graded_from: auction.length - 1 };
}

/** The next answer to grade on the teacher's page; null for none. */
export function gradeNeed({ view, classroom }: PracticeState): Need | null {
  const { collection, set, boards } = classroom;
  if (view !== "class" || set === null || collection?.seen == null) return null;
  for (const answer of collection.seen.pupils?.flatMap(({ answers }) => answers) ?? []) {
    const key = answerKey(answer);
    if (collection.grades[key] !== undefined || !set.boards.includes(answer.board)) continue;
    const request = gradeRequest(answer, classBoard(answer.board, boards), set);
    if (request !== null) return { kind: "class grade", key, request };
  }
  return null;
}

export function withCollection(classroom: Classroom, changes: Partial<Collection>): Classroom {
  const { collection } = classroom;
  return collection === null ? classroom : { ...classroom, collection: { ...collection, ...changes } };
}

/** A pupil's answers to a board: each call, with its grade once it is known, the worst first. */
export interface AnsweredBoard {
  answers: readonly { call: Call; graded: ReviewedCall | null }[];
}

/** The rows of the grid: a name, and the answers to each board of the set. */
export function answerRows(seen: ClassAnswers, grades: Collection["grades"], { boards }: ClassSet) {
  return (seen.pupils ?? []).map(({ name, answers }) => ({
    name,
    boards: boards.map((code): AnsweredBoard => {
      const own = answers.filter(({ board }) => board === code);
      const graded = own.map((answer) => ({ call: answer.auction.at(-1)!, graded: grades[answerKey(answer)] ?? null }));
      return { answers: graded.toSorted((a, b) => badness(b.graded) - badness(a.graded)) };
    }),
  }));
}

function badness(graded: ReviewedCall | null): number {
  return graded?.grade == null ? -1 : GRADES.indexOf(graded.grade);
}

/** Whether all boards of the set are those whose answers are collected. */
export function isCollected({ boards }: ClassSet, seen: ClassAnswers | null): boolean {
  return seen === null || (seen.boards.length === boards.length && boards.every((code) => seen.boards.includes(code)));
}
