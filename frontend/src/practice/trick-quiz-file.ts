/** Reading of the tricks counted, as the browser keeps them. */

import { SEATS } from "../bridge/table";
import type { TrickDeal } from "../service/practice-boards";
import { Fault, readChoice, readCount, readList, readObject, readOptional, readText } from "./strict-reading";
import { type Answer, QUIZ_STRAINS, type Question, type Quiz, type QuizSettings, SEEN_HANDS } from "./trick-quiz";

const SETTINGS = ["strain", "seen", "timed"] as const;
const HAND = /^[AKQJT2-9]*(\.[AKQJT2-9]*){3}$/;

/** Read what is kept; null for anything else. */
export function readQuiz(value: unknown): Quiz | null {
  try {
    const quiz = readObject("", value, ["settings", "seed", "dealt", "question", "answers"]);
    return {
      settings: readSettings("settings", readObject("settings", quiz.settings, SETTINGS)),
      seed: readCount("seed", quiz.seed),
      dealt: readCount("dealt", quiz.dealt),
      question: readOptional("question", quiz.question, readQuestion),
      answers: readList("answers", quiz.answers, readAnswer),
    };
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

function readSettings(place: string, found: Record<keyof QuizSettings, unknown>): QuizSettings {
  return {
    strain: readChoice(place, found.strain, QUIZ_STRAINS),
    seen: readChoice(place, found.seen, SEEN_HANDS),
    timed: found.timed === true,
  };
}

function readAnswer(place: string, value: unknown): Answer {
  const found = readObject(place, value, [...SETTINGS, "tricks", "answer", "estimate"]);
  return {
    ...readSettings(place, found),
    tricks: readCount(place, found.tricks),
    answer: readOptional(place, found.answer, readCount),
    estimate: readCount(place, found.estimate),
  };
}

function readQuestion(place: string, value: unknown): Question {
  const found = readObject(place, value, [...SETTINGS, "place", "deal", "since", "answered"]);
  return {
    ...readSettings(place, found),
    place: readCount(place, found.place),
    deal: readOptional(place, found.deal, readDeal),
    since: readOptional(place, found.since, readCount),
    answered: readOptional(place, found.answered, readAnswer),
  };
}

function readDeal(place: string, value: unknown): TrickDeal {
  const found = readObject(place, value, ["hands", ...QUIZ_STRAINS]);
  const hands = readObject(place, found.hands, SEATS);
  for (const seat of SEATS) readText(place, hands[seat], HAND, "a hand");
  for (const strain of QUIZ_STRAINS) {
    const counted = readObject(place, found[strain], ["tricks", "estimate", "estimate_from_pair"]);
    for (const count of Object.values(counted)) readCount(place, count);
  }
  return found as unknown as TrickDeal;
}
