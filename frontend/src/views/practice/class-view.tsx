/** The page for teachers: boards for a class, their answers, and what the pupils made of them. */

import { plural, t } from "../../i18n/translate";
import { isCollected } from "../../practice/class-answers";
import { type ClassSet, themeName } from "../../practice/class-set";
import { formatLesson } from "../../practice/practice-link";
import type { PracticeProps } from "../../practice/practice-state";
import type { Theme } from "../../service/practice-boards";
import { cardText, useVocabulary } from "../common/cards";
import { Disclosure } from "../common/disclosure";
import { FirstAnswers } from "./first-answers";
import { PupilTable } from "./pupil-table";
import { SetBoards } from "./set-boards";
import { SetForm } from "./set-form";
import { SetSheets } from "./set-sheets";
import { OwnBoardsForm } from "./setup-panel";
import { ShareLink } from "./share-link";

export function ClassView({ state, dispatch }: PracticeProps) {
  const { set } = state.classroom;
  return (
    <section class="panel class-page" aria-labelledby="class-title">
      <h2 id="class-title">{t("For a class")}</h2>
      <p class="hint">
        {t(
          "Choose boards that all pupils bid, each on their own screen by one link; answer sheets and hands can be printed.",
        )}
      </p>
      <SetForm state={state} dispatch={dispatch} />
      <Disclosure summary={t("Your own boards")}>
        {() => (
          <OwnBoardsForm
            kind="class boards"
            who={t("The pupil sits")}
            what={t("Add these boards")}
            state={state}
            dispatch={dispatch}
          />
        )}
      </Disclosure>
      {set !== null && (
        <>
          <SetLink set={set} themes={state.themes[set.system] ?? []} state={state} dispatch={dispatch} />
          <SetBoards set={set} state={state} dispatch={dispatch} />
          <PupilTable set={set} files={state.classroom.files} dispatch={dispatch} />
          <SetSheets set={set} themes={state.themes[set.system] ?? []} state={state} dispatch={dispatch} />
        </>
      )}
    </section>
  );
}

interface Props extends PracticeProps {
  set: ClassSet;
  themes: readonly Theme[];
}

/** The link of a set for the pupils: to copy, and as a QR code. */
function SetLink({ set, themes, state, dispatch }: Props) {
  const vocabulary = useVocabulary(set.system);
  const { collection } = state.classroom;
  const collected = collection !== null && isCollected(set, collection.seen);
  return (
    <section class="set-link" aria-labelledby="set-link-title">
      <h3 id="set-link-title">{t("For the pupils")}</h3>
      <p role="status">
        {t("{boards}, {theme}. Both sides play {system}.", {
          boards: plural("{count} board", "{count} boards", set.boards.length),
          theme: themeName(themes, set.theme),
          system: cardText(set.system, vocabulary),
        })}
      </p>
      <ShareLink
        id="set-address"
        label={t("The link of the boards")}
        fragment={formatLesson(set, collected ? collection.tokens.pupils : undefined)}
        opens={t("Open the boards")}
      />
      <FirstAnswers set={set} state={state} dispatch={dispatch} />
      {collection === null && (
        <p class="hint">{t("At the end each pupil exports the progress and gives you the file.")}</p>
      )}
    </section>
  );
}
