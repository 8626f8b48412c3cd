/** The page for teachers: boards for a class, their answers, and what the pupils made of them. */

import { useState } from "preact/hooks";

import { t } from "../../i18n/translate";
import { formatSet } from "../../practice/class-set";
import type { Classroom, PracticeProps } from "../../practice/practice-state";
import { randomSeed } from "../../practice/seeds";
import { AnswerSheet } from "./answer-sheet";
import { PupilTable } from "./pupil-table";
import { SetForm } from "./set-form";
import { SetLink } from "./set-link";

const FIRST_COUNT = 8;
/** Seeds of four figures can be dictated. */
const SEEDS = 10_000;

export function ClassView({ state, dispatch }: PracticeProps) {
  const { system, theme, level } = state.settings;
  const { set, files, sheet, ...classroom } = state.classroom;
  const [seed] = useState(() => randomSeed() % SEEDS);
  const wanted = classroom.wanted ?? { system, theme, level, count: FIRST_COUNT, seed };
  const change = (changes: Partial<Classroom>) => dispatch({ type: "class changed", classroom: changes });
  return (
    <section class="panel class-page" aria-labelledby="class-title">
      <h2 id="class-title">{t("For a class")}</h2>
      <SetForm
        wanted={wanted}
        themes={state.themes[wanted.system] ?? null}
        onChange={(changed) => change({ wanted: changed })}
        onSet={(chosen) => change({ set: chosen })}
      />
      {set !== null && (
        <>
          <SetLink set={set} themes={state.themes[set.system] ?? []} />
          <PupilTable
            set={set}
            files={files}
            onFile={(file) => dispatch({ type: "pupil file opened", file })}
            onClose={() => change({ files: [] })}
          />
          <AnswerSheet
            key={formatSet(set)}
            set={set}
            boards={sheet}
            themes={state.themes[set.system] ?? []}
            onBoard={(board) => dispatch({ type: "sheet board made", board })}
          />
        </>
      )}
    </section>
  );
}
