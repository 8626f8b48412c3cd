/** Reading of the tricks counted, as the browser keeps them. */

import type { TrickDeal } from "../service/practice-boards";
import { Fault, list, nullable, object, oneOf, readCount, type Reader, text } from "./strict-reading";
import { type Answer, QUIZ_STRAINS, type Question, type Quiz, type QuizSettings, SEEN_HANDS } from "./trick-quiz";

const SETTINGS = {
  strain: oneOf(QUIZ_STRAINS),
  seen: oneOf(SEEN_HANDS),
  timed: ((_, value) => value === true) as Reader<boolean>,
};
const readAnswer = object<Answer>({ ...SETTINGS, tricks: readCount, answer: nullable(readCount), estimate: readCount });
const readHand = text(
  (hand) => /^[AKQJT2-9]*(\.[AKQJT2-9]*){3}$/.test(hand),
  () => "a hand",
);
const readTricks = object({ tricks: readCount, estimate: readCount, estimate_from_pair: readCount });
const readDeal = object<TrickDeal>({
  hands: object({ N: readHand, E: readHand, S: readHand, W: readHand }),
  notrump: readTricks,
  spades: readTricks,
});
const readQuestion = object<Question>({
  ...SETTINGS,
  place: readCount,
  deal: nullable(readDeal),
  since: nullable(readCount),
  answered: nullable(readAnswer),
});
const readWhole = object<Quiz>({
  settings: object<QuizSettings>(SETTINGS),
  seed: readCount,
  dealt: readCount,
  question: nullable(readQuestion),
  answers: list(readAnswer),
});

/** Read what is kept; null for anything else. */
export function readQuiz(value: unknown): Quiz | null {
  try {
    return readWhole("", value);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}
