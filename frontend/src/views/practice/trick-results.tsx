/** The player's result, beside the estimator's on the same deals and those of paper P2. */

import type { ComponentChildren } from "preact";

import { plural, t } from "../../i18n/translate";
import { formatSigned } from "../../insight/contracts";
import {
  type Answer, answersOf, countsOf, exactDifference, type Interval, PAPER, type Quiz, shareInterval,
  type Shares,
} from "../../practice/trick-quiz";
import { Button, TableHead } from "../common/fields";

interface Props {
  quiz: Quiz;
  onRestart: () => void;
}

export function TrickResults({ quiz: { settings, answers: all }, onRestart }: Props) {
  const answers = answersOf(all, settings);
  const { masters, others, network } = PAPER[settings.seen][settings.strain];
  const restart = () => {
    const question = t("Delete all answers, including those to the other questions? This cannot be undone.");
    if (confirm(question)) onRestart();
  };
  return (
    <section class="panel trick-results" aria-labelledby="trick-results-title">
      <h2 id="trick-results-title">{t("Your result")}</h2>
      <p class="hint">{kindText(settings, answers.length)}</p>
      <table class="progress-table">
        <caption class="unseen">{t("Per cent of the deals, by how far an answer is off")}</caption>
        <TableHead
          names={[
            t("Per cent"),
            t("off by at most 2"),
            t("off by at most 1"),
            t("exactly right"),
          ]}
        />
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
        {t("Small figures: 95 % intervals. Players and network: Mossakowski and Mańdziuk, Learning Without Human Expertise (2009), on other deals; the players had 30 seconds a deal.")}
      </p>
      <Button disabled={all.length === 0} onClick={restart}>
        {t("Start again")}
      </Button>
    </section>
  );
}

interface OwnRowProps {
  name: string;
  answers: readonly Answer[];
  whose: "answer" | "estimate";
}

function OwnRow({ name, answers, whose }: OwnRowProps) {
  const total = answers.length;
  return (
    <Row
      name={name}
      cells={countsOf(answers, whose).map((count) =>
        total === 0 ? "–" : (
          <>
            {(100 * count / total).toFixed(1)}
            <small>{rangeText(shareInterval(count, total))}</small>
          </>
        ),
      )}
    />
  );
}

function PaperRow({ name, shares }: { name: string; shares: Shares }) {
  return <Row name={name} cells={shares.map((share) => share.toFixed(1))} />;
}

function Row({ name, cells }: { name: string; cells: readonly ComponentChildren[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((cell) => (
        <td>{cell}</td>
      ))}
    </tr>
  );
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
    points: points!, from: from!, to: to!,
  });
}
