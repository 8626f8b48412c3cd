/** Export, import and deletion of the progress. */

import { useState } from "preact/hooks";

import { download } from "../../export/download";
import { plural, t } from "../../i18n/translate";
import { addBoards, type PlayedBoard, type Progress } from "../../practice/played-board";
import type { PracticeProps } from "../../practice/practice-state";
import { progressFile, progressFileName, readProgress } from "../../practice/progress-file";
import { deleteProgress, keepBoards } from "../../practice/progress-storage";
import { Button, Complaints, FileButton } from "../common/fields";

/** What became of the last file or deletion. */
interface Outcome {
  done: string;
  fault: string;
}

/** What a file's name keeps of a name must not be nothing. */
const SOME_NAME = ".*[\\p{L}\\p{N}].*";

const NOTHING: Outcome = { done: "", fault: "" };

export function ProgressFiles({ state, dispatch }: PracticeProps) {
  const { kept, player, set } = state;
  const { progress } = kept;
  // A teacher is to tell the files apart.
  const ofClass = set !== null;
  const [{ done, fault }, setOutcome] = useState(NOTHING);
  const importFile = async (file: File) => {
    const read = readProgress(await file.text());
    if ("fault" in read) {
      const { name } = file;
      return setOutcome({ done: "", fault: t("{name}: {fault}. Nothing was added.", { name, fault: read.fault }) });
    }
    const { boards } = read.progress;
    dispatch({ type: "progress kept", kept: keepBoards(kept, boards, new Date()) });
    setOutcome({ done: importText(progress, boards), fault: "" });
  };
  const deleteAll = () => {
    const count = progress.boards.length;
    const question = plural(
      "Delete the {count} board kept in this browser? This cannot be undone.",
      "Delete all {count} boards kept in this browser? This cannot be undone.",
      count,
    );
    if (!confirm(question)) return;
    dispatch({ type: "progress kept", kept: deleteProgress() });
    setOutcome({ done: t("Everything has been deleted."), fault: "" });
  };
  return (
    <form
      class="progress-files"
      aria-labelledby="progress-files-title"
      onSubmit={(event) => {
        event.preventDefault();
        download(progressFileName(player, new Date()), progressFile(progress), "application/json");
      }}
    >
      <h3 id="progress-files-title">{t("As a file")}</h3>
      <p class="hint">
        {t(
          "Take your progress to another browser, or give it to your teacher. An import adds the boards that are not here yet.",
        )}
      </p>
      <div class="field">
        <label for="player-name">
          {t("Your name")}{" "}
          <span class="hint">
            {ofClass ? t("(for your teacher, to tell the files apart)") : t("(for the file's name)")}
          </span>
        </label>
        <input
          id="player-name"
          autocomplete="nickname"
          maxLength={40}
          required={ofClass}
          pattern={ofClass ? SOME_NAME : undefined}
          title={ofClass ? t("A name with a letter or a digit") : undefined}
          value={player}
          onInput={(event) => dispatch({ type: "player named", player: event.currentTarget.value })}
        />
      </div>
      <div class="row open-file">
        <button type="submit" class={ofClass ? "primary" : "quiet"} disabled={progress.boards.length === 0}>
          {t("Export")}
        </button>
        <FileButton text={t("Import")} accept=".json,application/json" onFile={(file) => void importFile(file)} />
        <Button disabled={progress.boards.length === 0} onClick={deleteAll}>
          {t("Delete all")}
        </Button>
      </div>
      <p role="status">{done}</p>
      <Complaints texts={[fault || null]} />
    </form>
  );
}

/** How many boards of a file are new. */
function importText(progress: Progress, boards: readonly PlayedBoard[]): string {
  const before = new Set(progress.boards);
  const count = addBoards(progress, boards).boards.filter((board) => !before.has(board)).length;
  if (count === 0) return t("All boards in the file were already here.");
  return plural("{count} board was added.", "{count} boards were added.", count);
}
