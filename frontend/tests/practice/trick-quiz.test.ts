import { describe, expect, it } from "vitest";

import { needsOf } from "../../src/practice/needs";
import { updatePractice } from "../../src/practice/practice-reducer";
import { firstPracticeState, type PracticeAction } from "../../src/practice/practice-state";
import {
  answersOf,
  countsOf,
  exactDifference,
  firstQuiz,
  type Quiz,
  QUIZ_SLICE,
  type QuizAction,
  shareInterval,
  withDeal,
} from "../../src/practice/trick-quiz";
import { readQuiz } from "../../src/practice/trick-quiz-file";
import { reduce } from "../../src/state/slice";
import { typedNumber } from "../../src/views/practice/trick-question";
import { HANDS } from "../fixtures/review";

const DEAL = {
  hands: HANDS,
  notrump: { tricks: 9, estimate: 9, estimate_from_pair: 7 },
  spades: { tricks: 10, estimate: 9, estimate_from_pair: 8 },
};
const SHOWN = 1_000_000;

function after(quiz: Quiz, ...actions: QuizAction[]): Quiz {
  return actions.reduce((before, action) => reduce(QUIZ_SLICE, before, action), quiz);
}

function dealt(quiz: Quiz): Quiz {
  const asked = after(quiz, { type: "tricks asked" });
  return asked === quiz ? quiz : withDeal(asked, DEAL, SHOWN);
}

function answered(quiz: Quiz, answer: number | null, seconds = 5): Quiz {
  return after(dealt(quiz), { type: "tricks answered", answer, now: SHOWN + 1000 * seconds });
}

describe("a question", () => {
  it("is asked of the service until its deal is there, each at the next place of the order", () => {
    const act = (...actions: PracticeAction[]) => actions.reduce(updatePractice, firstPracticeState());
    const asked = act({ type: "tricks asked" });
    expect(needsOf(asked)).toContainEqual({ kind: "trick deal", seed: 0, first: 0 });
    const shown = updatePractice(asked, {
      type: "need met",
      need: { kind: "trick deal", seed: 0, first: 0 },
      result: { deal: DEAL, now: SHOWN },
    });
    expect(needsOf(shown).map(({ kind }) => kind)).not.toContain("trick deal");
    expect(answered(answered(firstQuiz(3), 9), 8).dealt).toBe(2);
  });

  it("is not left for another before it is answered", () => {
    const quiz = dealt(firstQuiz(3));
    expect(after(quiz, { type: "tricks asked" })).toBe(quiz);
  });

  it("is answered once, by the contract and the hands that it was asked with", () => {
    const settings = { strain: "spades", seen: "pair" } as const;
    const quiz = dealt(after(firstQuiz(3), { type: "quiz changed", settings }));
    const late = after(
      quiz,
      { type: "quiz changed", settings: { strain: "notrump", seen: "four" } },
      { type: "tricks answered", answer: 9, now: SHOWN },
      { type: "tricks answered", answer: 10, now: SHOWN },
    );
    expect(late.answers).toEqual([{ ...settings, timed: true, tricks: 10, answer: 9, estimate: 8 }]);
  });

  it.each([
    [true, 30, 9],
    [true, 31, null],
    [false, 900, 9],
  ])("with a clock (%s) that is answered after %i seconds counts as %s", (timed, seconds, counted) => {
    const quiz = after(firstQuiz(3), { type: "quiz changed", settings: { timed } });
    expect(answered(quiz, 9, seconds).answers[0]!.answer).toBe(counted);
  });
});

describe("what is kept", () => {
  it("goes on after a reload, with the same deal and the same clock", () => {
    const quiz = dealt(answered(firstQuiz(3), null));
    expect(readQuiz(JSON.parse(JSON.stringify(quiz)))).toEqual(quiz);
  });

  it("is not taken over where it is something else", () => {
    const quiz = JSON.parse(JSON.stringify(dealt(firstQuiz(3))));
    expect(readQuiz({ ...quiz, answers: [{ tricks: 3 }] })).toBeNull();
    expect(readQuiz({ ...quiz, question: { ...quiz.question, deal: { ...DEAL, hands: { N: "x" } } } })).toBeNull();
    expect(readQuiz(null)).toBeNull();
  });

  it("begins anew without the deals seen before", () => {
    const quiz = after(answered(firstQuiz(3), 9), { type: "quiz restarted" });
    expect(quiz).toMatchObject({ seed: 3, dealt: 1, answers: [], question: null });
  });
});

describe("the result", () => {
  const quiz = [9, 8, 7, 6, null].reduce<Quiz>((before, answer) => answered(before, answer), firstQuiz(3));
  const answers = answersOf(quiz.answers, quiz.settings);

  it("counts answers off by at most 2, 1 and 0; none in time is wrong", () => {
    expect(countsOf(answers, "answer")).toEqual([3, 2, 1]);
    expect(countsOf(answers, "estimate")).toEqual([5, 5, 5]);
    expect(answersOf(quiz.answers, { ...quiz.settings, timed: false })).toEqual([]);
  });

  it("has Wilson's interval", () => {
    const { low, high } = shareInterval(4, 10);
    expect(low).toBeCloseTo(0.168, 3);
    expect(high).toBeCloseTo(0.687, 3);
    expect(shareInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it("is compared with the estimator's on the same deals", () => {
    const { difference, low, high } = exactDifference(answers);
    expect(difference).toBeCloseTo(-4 / 5);
    expect(low).toBeCloseTo(-1);
    expect(high).toBeCloseTo(-4 / 7 + 1.96 * Math.sqrt((6 / 7 - (4 / 7) ** 2) / 7));
  });
});

it("numbers of two digits are typed", () => {
  const typed = (digits: string) => [...digits].reduce((before, digit) => typedNumber(before, Number(digit)), -1);
  expect(["7", "10", "13", "14", "92", "0", "01"].map(typed)).toEqual([7, 10, 13, 4, 2, 0, 1]);
});
