/** The button that copies a practice board as a problem. */

import { useState } from "preact/hooks";

import { copyText } from "../../export/download";
import { t } from "../../i18n/translate";
import { type FinishedBoard, problemLink } from "../../practice/board-result";
import type { GradedCall } from "../../practice/played-board";

interface Props {
  board: FinishedBoard;
  /** The player's calls as first made. */
  calls: readonly GradedCall[];
}

export function CopyProblem({ board, calls }: Props) {
  const [copied, setCopied] = useState<{ link: string; done: boolean } | null>(null);
  const link = `${location.origin}${problemLink(board, calls)}`;
  const shown = copied?.link === link ? copied : null;
  return (
    <>
      <button
        type="button"
        class="quiet"
        onClick={async () => setCopied({ link, done: await copyText(link) })}
      >
        {t("Copy as a problem")}
      </button>
      <span class="hint" role="status">
        {shown?.done === true &&
          t("The problem is copied: your hand and the calls so far, with the answer closed.")}
        {shown?.done === false && (
          <a href={link}>{t("Nothing could be copied: this is the problem's link.")}</a>
        )}
      </span>
    </>
  );
}
