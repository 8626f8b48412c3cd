/** The first answers of a class: collected if the teacher wishes, and looked at while they come. */

import { useState } from "preact/hooks";

import { callSymbol } from "../../bridge/calls";
import { joinSentences, plural, t } from "../../i18n/translate";
import { bestText, callText, GRADE_NAMES, remarkText } from "../../insight/verdicts";
import { type AnsweredBoard, answerRows, isCollected } from "../../practice/class-answers";
import { type ClassSet, numbersOf } from "../../practice/class-set";
import { type Collection, NOT_SENT, type PracticeProps } from "../../practice/practice-state";
import { deleteClass } from "../../service/classes";
import type { ReviewedCall } from "../../service/types";
import { Button, Complaints, FailureNote, Switch, TableHead } from "../common/fields";
import { CallText } from "../common/pips";
import { GradeKeys, GradeMark } from "../review/graded-auction";

interface Props extends PracticeProps {
  set: ClassSet;
}

export function FirstAnswers({ set, state, dispatch }: Props) {
  const { collection } = state.classroom;
  const { faults } = state.forms["class opened"] ?? NOT_SENT;
  if (collection !== null) return <Answers set={set} collection={collection} dispatch={dispatch} />;
  const collect = () => {
    if (faults !== null) dispatch({ type: "form sent", need: { kind: "class opened", boards: set.boards } });
  };
  return (
    <>
      <Switch on={faults === null} onChange={collect}>
        {t("Collect the pupils' first answers")}
      </Switch>
      <p class="hint">
        {t(
          "Who agrees sends you a nickname and each call as first made. You see them here while they bid, and nobody else does.",
        )}
      </p>
      <Complaints texts={faults} />
    </>
  );
}

interface AnswersProps extends Pick<Props, "set" | "dispatch"> {
  collection: Collection;
}

/** The answers as a grid, and the end of them. */
function Answers({ set, collection, dispatch }: AnswersProps) {
  const [failed, setFailed] = useState(false);
  const { tokens, seen, failure } = collection;
  const remove = async () => {
    const done = await deleteClass(tokens.teacher);
    setFailed(!done);
    if (done) dispatch({ type: "class deleted" });
  };
  return (
    <section class="first-answers" aria-labelledby="first-answers-title">
      <h3 id="first-answers-title">{t("First answers")}</h3>
      {failure !== null && <FailureNote failure={failure} />}
      {!isCollected(set, seen) && (
        <p class="complaint">
          {t("These are other boards than those whose answers are collected. Delete the answers to collect these.")}
        </p>
      )}
      {seen !== null && <AnswerGrid set={set} collection={collection} />}
      {seen !== null && (
        <p class="hint">
          {t("Keep this page's address: it alone opens the answers. They are deleted {time} after the last one.", {
            time: keptText(seen.hours),
          })}
        </p>
      )}
      <Button onClick={remove}>{t("Delete the answers")}</Button>
      <Complaints texts={failed ? [t("The answers could not be deleted. Try again.")] : null} />
    </section>
  );
}

const DAY_HOURS = 24;

/** "7 days", "36 hours". */
export function keptText(hours: number): string {
  return hours % DAY_HOURS === 0
    ? plural("{count} day", "{count} days", hours / DAY_HOURS)
    : plural("{count} hour", "{count} hours", hours);
}

/** A row for each pupil, a column for each board; a cell says more when it is pointed at, or chosen. */
function AnswerGrid({ set, collection }: Omit<AnswersProps, "dispatch">) {
  const [chosen, setChosen] = useState<{ pupil: string; place: number } | null>(null);
  const { seen, grades } = collection;
  const rows = answerRows(seen!, grades, set);
  const numbers = numbersOf(set);
  if (rows.length === 0) return <p role="status">{t("Nobody has answered yet.")}</p>;
  const heads = numbers.map((number) => (
    <>
      <span class="unseen">{t("Board")} </span>
      {number}
    </>
  ));
  const said = rows.find(({ name }) => name === chosen?.pupil)?.boards[chosen!.place];
  return (
    <>
      <div class="board-scroll" tabIndex={0} role="region" aria-labelledby="first-answers-title">
        <table class="progress-table pupil-table answer-grid">
          <caption class="unseen">{t("First answers")}</caption>
          <TableHead names={[t("Pupil"), ...heads]} />
          <tbody>
            {rows.map(({ name, boards }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {boards.map((board, place) => (
                  <AnswerCell board={board} onChoose={() => setChosen({ pupil: name, place })} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p role="status">
        {said !== undefined && (
          <>
            <b>{t("{pupil}, board {number}:", { pupil: chosen!.pupil, number: numbers[chosen!.place]! })}</b>{" "}
            {sentences(said)}
          </>
        )}
      </p>
      <p class="grade-legend hint">
        <GradeKeys />
        <span>{t("– not answered")}</span>
      </p>
    </>
  );
}

/** The call of the worst grade. */
function AnswerCell({ board, onChoose }: { board: AnsweredBoard; onChoose: () => void }) {
  const [worst] = board.answers;
  if (worst === undefined) return <td>–</td>;
  const grade = worst.graded?.grade ?? null;
  return (
    <td class={grade === null ? undefined : `grade-${grade}`}>
      <button type="button" class="step" title={sentences(board)} onClick={onChoose}>
        {grade !== null && <GradeMark grade={grade} />} <CallText call={worst.call} />
        {grade !== null && <span class="unseen">, {t(GRADE_NAMES[grade])}</span>}
      </button>
    </td>
  );
}

/** What there is to say of each answer. */
function sentences({ answers }: AnsweredBoard): string {
  return joinSentences(answers.map(({ call, graded }) => (graded === null ? callSymbol(call) : sentence(graded))));
}

function sentence(graded: ReviewedCall): string {
  return joinSentences([callText(graded, null), remarkText(graded) ?? "", bestText(graded) ?? ""]);
}
