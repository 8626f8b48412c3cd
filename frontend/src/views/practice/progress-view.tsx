/** The player's progress: numbers, what to practise next, and the files it goes to. */

import { useMemo } from "preact/hooks";

import { plural, t } from "../../i18n/translate";
import { formatSigned } from "../../insight/contracts";
import { formatPercent } from "../../insight/format";
import { themeName } from "../../practice/class-set";
import type { PlayedBoard, Progress } from "../../practice/played-board";
import type { KeptProgress } from "../../practice/progress-storage";
import {
  dueBy,
  RECENT,
  type Repeat,
  repeatsOf,
  summarize,
  summarizeRecent,
  summarizeThemes,
  type ThemeSummary,
  weakestThemes,
} from "../../practice/statistics";
import type { Theme } from "../../service/practice-boards";
import { Button, Complaints, TableHead, TableRow } from "../common/fields";
import { ProgressFiles } from "./progress-files";

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
        <Complaints texts={[unread, unsaved]} />
      </header>
      {progress.boards.length === 0 ? (
        <p>
          {t(
            "No boards yet. Bid a board to the end to see here what your calls were worth and which boards to bid again. Everything stays in this browser.",
          )}
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

interface DueRepeatsProps {
  /** Soonest first. */
  repeats: readonly Repeat[];
  now: Date;
  onRepeat: (repeats: readonly Repeat[]) => void;
}

/** The boards with mistakes that are to be bid again. */
function DueRepeats({ repeats, now, onRepeat }: DueRepeatsProps) {
  const due = dueBy(repeats, now);
  return (
    <section class="repeats" aria-labelledby="repeats-title">
      <h3 id="repeats-title">{t("Your mistakes again")}</h3>
      {due.length > 0 ? (
        <>
          <p>{plural("{count} board is due.", "{count} boards are due.", due.length)}</p>
          <Button class="primary" onClick={() => onRepeat(due)}>
            {t("Practise these again")}
          </Button>
        </>
      ) : (
        <NextRepeat next={repeats[0]} onRepeat={onRepeat} />
      )}
    </section>
  );
}

function NextRepeat({ next, onRepeat }: { next: Repeat | undefined; onRepeat: DueRepeatsProps["onRepeat"] }) {
  if (next === undefined) return <p>{t("None: you have made no mistakes yet.")}</p>;
  const day = next.due.toLocaleDateString(document.documentElement.lang);
  return (
    <>
      <p>{t("None is due; the next one is on {day}.", { day })}</p>
      <Button onClick={() => onRepeat([next])}>{t("Practise it now")}</Button>
    </>
  );
}

interface WeakestThemesProps {
  byTheme: readonly ThemeSummary[];
  themes: readonly Theme[];
}

/** How good the player's calls were by theme, and the themes to work on. */
function WeakestThemes({ byTheme, themes, onPractise }: WeakestThemesProps & { onPractise: (theme: string) => void }) {
  const weakest = weakestThemes(byTheme);
  if (weakest.length === 0) return null;
  return (
    <section aria-labelledby="weakest-title">
      <h3 id="weakest-title">{t("Weakest themes")}</h3>
      <ul class="weakest">
        {weakest.map((summary) => {
          const name = themeName(themes, summary.theme);
          return (
            <li>
              <span>
                <b>{name}</b> <span class="hint">{costText(summary)}</span>
              </span>
              <Button onClick={() => onPractise(summary.theme)}>
                {t("Practise")}
                <span class="unseen"> {name}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function costText({ lost, mistakes, boards }: ThemeSummary): string {
  return t("{points} points lost a board; {mistakes} on {boards}", {
    points: pointsText(lost),
    mistakes: plural("{count} mistake", "{count} mistakes", mistakes),
    boards: plural("{count} board", "{count} boards", boards),
  });
}

function ThemeTable({ byTheme, themes }: WeakestThemesProps) {
  if (byTheme.length === 0) return null;
  return (
    <section aria-labelledby="themes-title">
      <h3 id="themes-title">{t("By theme")}</h3>
      <table class="progress-table">
        <caption class="unseen">{t("By theme")}</caption>
        <TableHead names={[t("Theme"), t("Boards"), t("Best calls"), t("Mistakes"), t("Points lost a board")]} />
        <tbody>
          {byTheme.map(({ theme, boards, best, mistakes, lost }) => (
            <TableRow name={themeName(themes, theme)} cells={[boards, shareText(best), mistakes, pointsText(lost)]} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const UNKNOWN = "–";

/** How good the player's calls were, of all boards and of the last ones. */
function ProgressNumbers({ progress }: { progress: Progress }) {
  const all = useMemo(() => summarize(progress.boards), [progress]);
  const recent = useMemo(() => summarizeRecent(progress), [progress]);
  const columns = progress.boards.length > RECENT ? [all, recent] : [all];
  const titles = [plural("{count} board", "{count} boards", all.boards), t("The last {count}", { count: RECENT })];
  return (
    <section aria-labelledby="numbers-title">
      <h3 id="numbers-title">{t("Your calls")}</h3>
      <table class="progress-table">
        <caption class="unseen">{t("Your calls")}</caption>
        <TableHead names={[null, ...titles.slice(0, columns.length)]} />
        <tbody>
          <TableRow name={t("Best calls")} cells={columns.map(({ best }) => shareText(best))} />
          <TableRow name={t("Best or also usual")} cells={columns.map(({ usual }) => shareText(usual))} />
          <TableRow name={t("Mistakes")} cells={columns.map(({ mistakes }) => mistakes)} />
          <TableRow name={t("Points lost a board")} cells={columns.map(({ lost }) => pointsText(lost))} />
          <TableRow name={t("IMPs a board against the robots")} cells={columns.map(({ imps }) => impsText(imps))} />
        </tbody>
      </table>
    </section>
  );
}

function shareText(share: number | null): string {
  return share === null ? UNKNOWN : formatPercent(share);
}

function pointsText(points: number | null): string {
  return points === null ? UNKNOWN : String(Math.round(points));
}

function impsText(imps: number | null): string {
  return imps === null ? UNKNOWN : formatSigned(imps, 1);
}
