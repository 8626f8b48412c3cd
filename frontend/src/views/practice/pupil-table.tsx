/** What the pupils made of a set: a row for each file that the teacher opens. */

import { download } from "../../export/download";
import { t } from "../../i18n/translate";
import { GRADE_NAMES } from "../../insight/verdicts";
import {
  type BoardResult,
  type PupilFile,
  type PupilResults,
  resultsCsv,
  resultsOf,
  type UnreadPupil,
} from "../../practice/class-results";
import { type ClassSet, numbersOf } from "../../practice/class-set";
import type { PracticeDispatch } from "../../practice/practice-state";
import { Button, FileButton, TableHead } from "../common/fields";
import { GradeKeys, GradeMark } from "../review/graded-auction";

interface Props {
  set: ClassSet;
  files: readonly PupilFile[];
  dispatch: PracticeDispatch;
}

export function PupilTable({ set, files, dispatch }: Props) {
  const open = async (file: File) =>
    dispatch({ type: "pupil file opened", file: { name: file.name, text: await file.text() } });
  const rows = resultsOf(set, files);
  return (
    <section class="pupils" aria-labelledby="pupils-title">
      <h3 id="pupils-title">{t("Results of the pupils")}</h3>
      <p class="hint">{t("The files stay in this browser. Each board counts as it was bid for the first time.")}</p>
      <div class="row open-file">
        <FileButton
          text={t("Open the pupils' files")}
          accept=".json,application/json"
          multiple
          onFile={(file) => void open(file)}
        />
        {rows.length > 0 && (
          <>
            <Button onClick={() => download("bridgeviz-class.csv", resultsCsv(set, rows), "text/csv")}>
              {t("Download as CSV")}
            </Button>
            <Button onClick={() => dispatch({ type: "class changed", classroom: { files: [] } })}>
              {t("Close the files")}
            </Button>
          </>
        )}
      </div>
      {rows.length > 0 && <Results set={set} rows={rows} />}
    </section>
  );
}

function Results({ set, rows }: { set: ClassSet; rows: readonly (PupilResults | UnreadPupil)[] }) {
  const boards = numbersOf(set).map((number) => (
    <>
      <span class="unseen">{t("Board")} </span>
      {number}
    </>
  ));
  return (
    <>
      <div class="board-scroll" tabIndex={0} role="region" aria-labelledby="pupils-title">
        <table class="progress-table pupil-table">
          <caption class="unseen">{t("Results of the pupils")}</caption>
          <TableHead names={[t("Pupil"), ...boards, t("Boards played"), t("Mistakes"), t("Points lost")]} />
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row">{row.pupil}</th>
                {"fault" in row ? (
                  <td class="complaint" colSpan={set.boards.length + 3}>
                    {row.fault}
                  </td>
                ) : (
                  <ResultCells results={row} />
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="grade-legend hint">
        <GradeKeys />
        <span>{t("– not played")}</span>
      </p>
    </>
  );
}

function ResultCells({ results: { boards, played, mistakes, lost } }: { results: PupilResults }) {
  return (
    <>
      {boards.map((board) => (
        <ResultCell board={board} />
      ))}
      <td>{played}</td>
      <td>{mistakes}</td>
      <td>{Math.round(lost)}</td>
    </>
  );
}

/** The worst grade, and the points lost by mistakes. */
function ResultCell({ board }: { board: BoardResult | null }) {
  if (board === null || board.worst === null) return <td>–</td>;
  const { worst, lost } = board;
  return (
    <td class={`grade-${worst}`}>
      <GradeMark grade={worst} />
      <span class="unseen">{t(GRADE_NAMES[worst])}</span>
      {lost > 0 && ` ${Math.round(lost)}`}
    </td>
  );
}
