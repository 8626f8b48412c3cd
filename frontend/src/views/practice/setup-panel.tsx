/** What to practise, and how: theme, level, systems, grades. */

import { SYSTEM_NAMES } from "../../bridge/systems";
import { msg, t } from "../../i18n/translate";
import { PRACTICE_LEVELS, PRACTICE_SYSTEMS } from "../../practice/practice-link";
import { isThemeUnknown } from "../../practice/needs";
import type { Settings } from "../../practice/practice-state";
import { randomSeed } from "../../practice/seeds";
import type { Level, Theme } from "../../service/practice-boards";
import { Disclosure } from "../common/disclosure";
import { Select } from "../common/fields";
import { OwnBoardsForm } from "./own-boards-form";
import type { PracticeProps } from "./practice-app";

const LEVEL_NAMES: Record<Level | "", string> = {
  "": msg("mixed"),
  clear: msg("clear: nearly all make the same call"),
  usual: msg("usual: most make the same call"),
  close: msg("close: good players differ"),
};

export function SetupPanel({ state, dispatch }: PracticeProps) {
  const { settings, board, dealing, opening } = state;
  const unknown = isThemeUnknown(state);
  const change = (changes: Partial<Settings>) =>
    dispatch({ type: "settings changed", settings: changes });
  return (
    <section class="panel setup" aria-labelledby="setup-title">
      <h2 id="setup-title">{t("What to practise")}</h2>
      <ThemeChoice
        themes={state.themes?.list ?? []}
        theme={settings.theme}
        unknown={unknown}
        change={change}
      />
      <Select
        label={t("How hard")}
        id="level"
        options={["", ...PRACTICE_LEVELS]}
        value={settings.level ?? ""}
        text={(level) => t(LEVEL_NAMES[level])}
        onChange={(level) => change({ level: level === "" ? null : level })}
      />
      <button
        type="button"
        class="primary"
        disabled={unknown || dealing || opening !== null}
        onClick={() => dispatch({ type: "board wanted", seed: randomSeed() })}
      >
        {board === null ? t("Deal a board") : t("Deal another board")}
      </button>
      <Disclosure summary={t("Systems and grades")}>
        {() => <TableSettings settings={settings} change={change} />}
      </Disclosure>
      <Disclosure summary={t("Your own boards")}>
        {() => <OwnBoardsForm onBoards={(boards) => dispatch({ type: "boards queued", boards })} />}
      </Disclosure>
    </section>
  );
}

interface ThemeChoiceProps {
  themes: readonly Theme[];
  theme: string | null;
  /** Whether the system has no boards of the theme. */
  unknown: boolean;
  change: (changes: Partial<Settings>) => void;
}

function ThemeChoice({ themes, theme, unknown, change }: ThemeChoiceProps) {
  const about = themes.find(({ id }) => id === theme)?.about;
  return (
    <div class="field">
      <label for="theme">{t("Theme")}</label>
      <select
        id="theme"
        value={theme ?? ""}
        aria-describedby="theme-about"
        onChange={(event) => change({ theme: event.currentTarget.value || null })}
      >
        <option value="">{t("all kinds of boards")}</option>
        {groupsOf(themes).map(([group, list]) => (
          <optgroup label={t(group)}>
            {list.map(({ id, name }) => (
              <option value={id} selected={id === theme}>
                {t(name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <p class="hint" id="theme-about">
        {about !== undefined && t(about)}
      </p>
      <div role="alert">
        {unknown && (
          <p class="complaint">
            {t("There are no boards of the theme “{theme}” in this system. Choose another.", {
              theme: theme ?? "",
            })}
          </p>
        )}
      </div>
    </div>
  );
}

function groupsOf(themes: readonly Theme[]): [string, Theme[]][] {
  const groups = new Map<string, Theme[]>();
  for (const theme of themes) groups.set(theme.group, [...(groups.get(theme.group) ?? []), theme]);
  return [...groups];
}

interface TableSettingsProps {
  settings: Settings;
  change: (changes: Partial<Settings>) => void;
}

function TableSettings({ settings, change }: TableSettingsProps) {
  const { system, opponents, gradedAtOnce, drawn } = settings;
  return (
    <>
      <Select
        label={t("You and partner play")}
        id="own-system"
        options={PRACTICE_SYSTEMS}
        value={system}
        text={(one) => t(SYSTEM_NAMES[one])}
        onChange={(one) => change({ system: one, opponents: one })}
      />
      <Select
        label={t("The opponents play")}
        id="their-system"
        options={PRACTICE_SYSTEMS}
        value={opponents}
        text={(one) => t(SYSTEM_NAMES[one])}
        onChange={(one) => change({ opponents: one })}
      />
      <label class="switch">
        <input
          type="checkbox"
          checked={gradedAtOnce}
          onChange={() => change({ gradedAtOnce: !gradedAtOnce })}
        />
        <span>{t("Grade each call at once, not at the end")}</span>
      </label>
      <label class="switch">
        <input type="checkbox" checked={drawn} onChange={() => change({ drawn: !drawn })} />
        <span>{t("Robots sometimes make their second choice")}</span>
      </label>
    </>
  );
}
