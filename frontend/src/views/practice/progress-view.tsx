/** The player's progress: numbers, what to practise next, and the files it goes to. */

import { useMemo } from "preact/hooks";

import { locale, plural, t } from "../../i18n/translate";
import { formatSigned } from "../../insight/contracts";
import { formatPercent } from "../../insight/format";
import { themeName } from "../../practice/class-set";
import { practisedThemes } from "../../practice/needs";
import type { Progress } from "../../practice/played-board";
import type { PracticeAction, PracticeDispatch, PracticeProps } from "../../practice/practice-state";
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
import { randomSeed } from "../../practice/trick-quiz";
import type { Theme } from "../../service/practice-boards";
import { Button, Complaints, TableHead, TableRow } from "../common/fields";
import { ProgressFiles } from "./progress-files";

export function ProgressView({ state, dispatch }: PracticeProps) {
  const { progress, unsaved, unread } = state.kept;
  const themes = practisedThemes(state);
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
          <DueRepeats repeats={repeats} dispatch={dispatch} />
          <ProgressNumbers progress={progress} />
          <WeakestThemes byTheme={byTheme} themes={themes} dispatch={dispatch} />
          <ThemeTable byTheme={byTheme} themes={themes} />
        </>
      )}
      <ProgressFiles state={state} dispatch={dispatch} />
    </section>
  );
}

interface DueRepeatsProps {
  /** Soonest first. */
  repeats: readonly Repeat[];
  dispatch: PracticeDispatch;
}

/** The boards with mistakes that are to be bid again. */
function DueRepeats({ repeats, dispatch }: DueRepeatsProps) {
  const due = dueBy(repeats, new Date());
  return (
    <section class="repeats" aria-labelledby="repeats-title">
      <h3 id="repeats-title">{t("Your mistakes again")}</h3>
      {due.length > 0 ? (
        <>
          <p>{plural("{count} board is due.", "{count} boards are due.", due.length)}</p>
          <Button class="primary" onClick={() => dispatch(queued(due))}>
            {t("Practise these again")}
          </Button>
        </>
      ) : (
        <NextRepeat next={repeats[0]} dispatch={dispatch} />
      )}
    </section>
  );
}

function queued(repeats: readonly Repeat[]): PracticeAction {
  const boards = repeats.map(({ board, theme, system }) => ({ source: board, theme, system }));
  return { type: "boards queued", boards };
}

function NextRepeat({ next, dispatch }: { next: Repeat | undefined; dispatch: PracticeDispatch }) {
  if (next === undefined) return <p>{t("None: you have made no mistakes yet.")}</p>;
  return (
    <>
      <p>{nextText(next.due, new Date())}</p>
      <Button onClick={() => dispatch(queued([next]))}>{t("Practise it now")}</Button>
    </>
  );
}

/** When the next one is due: later today, tomorrow, or on a day as the reader's country writes it. */
function nextText(due: Date, now: Date): string {
  const midnight = (day: Date, later: number) =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate() + later).getTime();
  if (due.getTime() < midnight(now, 1)) return t("None is due; the next one is later today.");
  if (due.getTime() < midnight(now, 2)) return t("None is due; the next one is tomorrow.");
  const day = due.toLocaleDateString(locale(), { day: "numeric", month: "long" });
  return t("None is due; the next one is on {day}.", { day });
}

interface WeakestThemesProps {
  byTheme: readonly ThemeSummary[];
  themes: readonly Theme[];
}

/** How good the player's calls were by theme, and the themes to work on. */
function WeakestThemes({ byTheme, themes, dispatch }: WeakestThemesProps & { dispatch: PracticeDispatch }) {
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
              <Button onClick={() => dispatch({ type: "theme practised", theme: summary.theme, seed: randomSeed() })}>
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
