/** The page for teachers: boards for a class, their answers, and what the pupils made of them. */

import { useState } from "preact/hooks";

import { t } from "../../i18n/translate";
import { type ClassSet, formatSet } from "../../practice/class-set";
import type { Level, PracticeSystem } from "../../service/practice-boards";
import { AnswerSheet } from "./answer-sheet";
import { PupilTable } from "./pupil-table";
import { SetForm } from "./set-form";
import { SetLink } from "./set-link";
import { useThemes } from "./use-themes";

interface Props {
  /** What the form begins with. */
  system: PracticeSystem;
  theme: string | null;
  level: Level | null;
}

export function ClassView(first: Props) {
  const [set, setSet] = useState<ClassSet | null>(null);
  const themes = useThemes(set?.system ?? first.system).list ?? [];
  return (
    <section class="panel class-page" aria-labelledby="class-title">
      <h2 id="class-title">{t("For a class")}</h2>
      <SetForm {...first} onSet={setSet} />
      {set !== null && (
        <>
          <SetLink set={set} themes={themes} />
          <PupilTable set={set} />
          <AnswerSheet key={formatSet(set)} set={set} themes={themes} />
        </>
      )}
    </section>
  );
}
