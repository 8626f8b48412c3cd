/** The player's progress: numbers, what to practise next, and the files it goes to. */

import { useMemo } from "preact/hooks";

import { t } from "../../i18n/translate";
import type { PlayedBoard } from "../../practice/played-board";
import type { KeptProgress } from "../../practice/progress-storage";
import { type Repeat, repeatsOf } from "../../practice/repeats";
import { summarizeThemes } from "../../practice/statistics";
import type { Theme } from "../../service/practice-boards";
import { DueRepeats } from "./due-repeats";
import { ProgressFiles } from "./progress-files";
import { ProgressNumbers } from "./progress-numbers";
import { ThemeTable, WeakestThemes } from "./theme-table";

interface Props {
  kept: KeptProgress;
  /** The themes that have names. */
  themes: readonly Theme[];
  now: Date;
  /** The player's name. */
  player: string;
  /** Whether boards of a class are bid. */
  ofClass: boolean;
  onName: (player: string) => void;
  onPractise: (theme: string) => void;
  onRepeat: (repeats: readonly Repeat[]) => void;
  onImport: (boards: readonly PlayedBoard[]) => void;
  onDelete: () => void;
}

export function ProgressView(props: Props) {
  const { kept, themes, now, onPractise, onRepeat } = props;
  const { progress, unsaved, unread } = kept;
  const repeats = useMemo(() => repeatsOf(progress), [progress]);
  const byTheme = useMemo(() => summarizeThemes(progress), [progress]);
  return (
    <section class="panel practice-progress" aria-labelledby="progress-title">
      <header>
        <h2 id="progress-title">{t("Progress")}</h2>
        <div role="alert">
          {[unread, unsaved].map((fault) => fault !== null && <p class="complaint">{fault}</p>)}
        </div>
      </header>
      {progress.boards.length === 0 ? (
        <p>
          {t("No boards yet. Bid a board to its end: what your calls were worth, and which boards to bid again, is then shown here. All of it stays in this browser.")}
        </p>
      ) : (
        <>
          <DueRepeats repeats={repeats} now={now} onRepeat={onRepeat} />
          <ProgressNumbers progress={progress} />
          <WeakestThemes byTheme={byTheme} themes={themes} onPractise={onPractise} />
          <ThemeTable byTheme={byTheme} themes={themes} />
        </>
      )}
      <ProgressFiles {...props} progress={progress} />
    </section>
  );
}
