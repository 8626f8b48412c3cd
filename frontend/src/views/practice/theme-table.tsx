/** How good the player's calls were by theme, and the themes to work on. */

import { plural, t } from "../../i18n/translate";
import { type ThemeSummary, weakestThemes } from "../../practice/statistics";
import { themeName } from "../../practice/theme-name";
import type { Theme } from "../../service/practice-boards";
import { pointsText, shareText } from "./progress-numbers";

interface Props {
  byTheme: readonly ThemeSummary[];
  themes: readonly Theme[];
}

export function WeakestThemes({ byTheme, themes, onPractise }: Props & { onPractise: (theme: string) => void }) {
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
              <button type="button" class="quiet" onClick={() => onPractise(summary.theme)}>
                {t("Practise")}
                <span class="unseen"> {name}</span>
              </button>
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

export function ThemeTable({ byTheme, themes }: Props) {
  if (byTheme.length === 0) return null;
  return (
    <section aria-labelledby="themes-title">
      <h3 id="themes-title">{t("By theme")}</h3>
      <table class="progress-table">
        <caption class="unseen">{t("By theme")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Theme")}</th>
            <th scope="col">{t("Boards")}</th>
            <th scope="col">{t("Best calls")}</th>
            <th scope="col">{t("Mistakes")}</th>
            <th scope="col">{t("Points lost a board")}</th>
          </tr>
        </thead>
        <tbody>
          {byTheme.map(({ theme, boards, best, mistakes, lost }) => (
            <tr>
              <th scope="row">{themeName(themes, theme)}</th>
              <td>{boards}</td>
              <td>{shareText(best)}</td>
              <td>{mistakes}</td>
              <td>{pointsText(lost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
