/** A deal whose tricks are counted: the hands, the clock, fourteen answers, and which was right. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { plural, t } from "../../i18n/translate";
import { formatSigned } from "../../insight/contracts";
import type { PracticeDispatch } from "../../practice/practice-state";
import {
  type Answer,
  answersOf,
  countsOf,
  deadlineOf,
  exactDifference,
  type Interval,
  MOST_TRICKS,
  PAPER,
  type Question,
  type Quiz,
  SECONDS,
  shareInterval,
  type Shares,
} from "../../practice/trick-quiz";
import type { TrickDeal } from "../../service/practice-boards";
import { Button, TableHead, TableRow } from "../common/fields";
import { focusUnlessTyping, useRovingGrid } from "../common/focus";
import { DealDiagram } from "../review/tricks-table";

/** The answers in two rows. */
const ROW = (MOST_TRICKS + 1) / 2;

export function TrickQuestion({ question, dispatch }: { question: Question; dispatch: PracticeDispatch }) {
  const { deal, answered, strain } = question;
  const title = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const answer = useCallback(
    (tricks: number | null) => dispatch({ type: "tricks answered", answer: tricks, now: Date.now() }),
    [dispatch],
  );
  const onOver = useCallback(() => answer(null), [answer]);
  const deadline = answered === null ? deadlineOf(question) : null;
  useEffect(() => focusUnlessTyping(answered === null ? title.current : next.current), [answered, deal]);
  return (
    <section class="panel trick-question" aria-labelledby="trick-question-title">
      <header class="panel-head">
        <h2 id="trick-question-title" ref={title} tabIndex={-1}>
          {strain === "notrump" ? t("Notrump by South, West leads") : t("Spades by South, West leads")}
        </h2>
        {deadline !== null && <Countdown deadline={deadline} whole={SECONDS} onOver={onOver} />}
      </header>
      {deal === null ? <p role="status">{t("Dealing …")}</p> : <DealDiagram hands={seenHands(question, deal)} />}
      {deal !== null && answered === null && <Answers onAnswer={answer} />}
      <div role="status" class="trick-answer">
        {answered !== null && (
          <>
            <p class={answered.answer === answered.tricks ? "right" : undefined}>{answerText(answered)}</p>
            <p class="hint">{estimateText(answered)}</p>
          </>
        )}
      </div>
      {answered !== null && (
        <button ref={next} type="button" class="primary" onClick={() => dispatch({ type: "tricks asked" })}>
          {t("Next deal")}
        </button>
      )}
    </section>
  );
}

/** Fourteen buttons; a number that is typed leads to its button, and Enter presses it. */
function Answers({ onAnswer }: { onAnswer: (tricks: number) => void }) {
  const grid = useRovingGrid([ROW, ROW]);
  const { ref } = grid.container;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      const buttons = [...ref.current!.querySelectorAll("button")];
      const before = buttons.findIndex((button) => button === document.activeElement);
      buttons[typedNumber(before, Number(event.key))]?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [ref]);
  return (
    <>
      <div {...grid.container} class="trick-numbers" aria-label={t("Tricks of North and South")}>
        {Array.from({ length: MOST_TRICKS + 1 }, (_, tricks) => (
          <Button {...grid.cell(Math.floor(tricks / ROW), tricks % ROW)} onClick={() => onAnswer(tricks)}>
            {tricks}
          </Button>
        ))}
      </div>
      <p class="hint typing-hint">{t("Or type the number, and press Enter.")}</p>
    </>
  );
}

/** The number after one more digit: 1 and then 2 are 12; 9 and then 2 are 2. */
export function typedNumber(before: number, digit: number): number {
  const longer = 10 * before + digit;
  return before > 0 && longer <= MOST_TRICKS ? longer : digit;
}

/** The hands in sight: with the answer all of them. */
function seenHands({ seen, answered }: Question, { hands }: TrickDeal) {
  return seen === "four" || answered !== null ? hands : { ...hands, E: null, W: null };
}

function answerText({ answer, tricks }: Answer): string {
  const text = plural("{count} trick", "{count} tricks", tricks);
  if (answer === null) return t("Time is up: {tricks}.", { tricks: text });
  return answer === tricks
    ? t("Right: {tricks}.", { tricks: text })
    : t("{tricks}; you said {answer}.", { tricks: text, answer });
}

function estimateText({ seen, estimate }: Answer): string {
  return seen === "four"
    ? t("The site's estimator says {estimate}.", { estimate })
    : t("The site's estimator, from the same two hands, says {estimate}.", { estimate });
}

interface CountdownProps {
  /** In milliseconds of the clock. */
  deadline: number;
  /** The seconds at the beginning. */
  whole: number;
  onOver: () => void;
}

const TICK_MS = 200;
const NEAR_END = 10;

/** The seconds that are left, counted down in sight; announced once, near the end. */
function Countdown({ deadline, whole, onOver }: CountdownProps) {
  const [left, setLeft] = useState(() => secondsTo(deadline));
  useEffect(() => {
    const tick = () => {
      const now = secondsTo(deadline);
      setLeft(now);
      if (now === 0) onOver();
    };
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [deadline, onOver]);
  return (
    <div class={`countdown ${left <= NEAR_END ? "near-end" : ""}`}>
      <p role="timer" aria-live="off">
        {t("{count} s left", { count: left })}
      </p>
      <progress max={whole} value={left} aria-hidden="true" />
      <span class="unseen" role="status">
        {left <= NEAR_END && t("{count} seconds left", { count: NEAR_END })}
      </span>
    </div>
  );
}

function secondsTo(deadline: number): number {
  return Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
}

interface TrickResultsProps {
  quiz: Quiz;
  dispatch: PracticeDispatch;
}

/** The player's result, beside the estimator's on the same deals and those of paper P2. */
export function TrickResults({ quiz: { settings, answers: all }, dispatch }: TrickResultsProps) {
  const answers = answersOf(all, settings);
  const { masters, others, network } = PAPER[settings.seen][settings.strain];
  const restart = () => {
    const question = t("Delete all answers, including those to the other questions? This cannot be undone.");
    if (confirm(question)) dispatch({ type: "quiz restarted" });
  };
  return (
    <section class="panel trick-results" aria-labelledby="trick-results-title">
      <h2 id="trick-results-title">{t("Your result")}</h2>
      <p class="hint">{kindText(settings, answers.length)}</p>
      <table class="progress-table">
        <caption class="unseen">{t("Per cent of the deals, by how far an answer is off")}</caption>
        <TableHead names={[t("Per cent"), t("off by at most 2"), t("off by at most 1"), t("exactly right")]} />
        <tbody>
          <OwnRow name={t("You")} answers={answers} whose="answer" />
          <OwnRow name={t("The site's estimator, same deals")} answers={answers} whose="estimate" />
          <PaperRow name={t("Ten grandmasters and masters")} shares={masters} />
          <PaperRow name={t("14 other tournament players")} shares={others} />
          <PaperRow name={t("Network {name}", { name: network.name })} shares={network.shares} />
        </tbody>
      </table>
      {answers.length > 0 && <p>{differenceText(answers)}</p>}
      <p class="hint">
        {t(
          "Small figures: 95 % intervals. Players and network: Mossakowski and Mańdziuk, Learning Without Human Expertise (2009), on other deals; the players had 30 seconds a deal.",
        )}
      </p>
      <Button disabled={all.length === 0} onClick={restart}>
        {t("Start again")}
      </Button>
    </section>
  );
}

function OwnRow({ name, answers, whose }: { name: string; answers: readonly Answer[]; whose: "answer" | "estimate" }) {
  const total = answers.length;
  return (
    <TableRow
      name={name}
      cells={countsOf(answers, whose).map((count) =>
        total === 0 ? (
          "–"
        ) : (
          <>
            {((100 * count) / total).toFixed(1)}
            <small>{rangeText(shareInterval(count, total))}</small>
          </>
        ),
      )}
    />
  );
}

function PaperRow({ name, shares }: { name: string; shares: Shares }) {
  return <TableRow name={name} cells={shares.map((share) => share.toFixed(1))} />;
}

/** "55–93", in per cent. */
function rangeText({ low, high }: Interval): string {
  return `${Math.round(100 * low)}–${Math.round(100 * high)}`;
}

function kindText({ strain, seen, timed }: Quiz["settings"], count: number): string {
  const parts = [
    strain === "notrump" ? t("Notrump") : t("Spades"),
    seen === "four" ? t("All four hands") : t("North and South"),
    timed ? t("with the clock") : t("without the clock"),
  ];
  return t("{kind}: {deals}", { kind: parts.join(" · "), deals: plural("{count} deal", "{count} deals", count) });
}

function differenceText(answers: readonly Answer[]): string {
  const { difference, low, high } = exactDifference(answers);
  const [points, from, to] = [difference, low, high].map((share) => formatSigned(100 * share, 0));
  return t("Exactly right on the same deals, you minus the estimator: {points} points (95 %: {from} to {to}).", {
    points: points!,
    from: from!,
    to: to!,
  });
}
