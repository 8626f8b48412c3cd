/** What to practise, and how: theme, level, systems, grades. */

import { SYSTEM_NAMES } from "../../bridge/systems";
import { t } from "../../i18n/translate";
import { isThemeUnknown, practisedThemes } from "../../practice/needs";
import type { PracticeProps, Settings } from "../../practice/practice-state";
import { randomSeed } from "../../practice/seeds";
import { PRACTICE_SYSTEMS } from "../../service/practice-boards";
import { Disclosure } from "../common/disclosure";
import { Select } from "../common/fields";
import { GradeSwitches, type SettingsProps } from "./grade-switches";
import { OwnBoardsForm } from "./own-boards-form";
import { PairForm } from "./pair-form";
import { LevelChoice, ThemeChoice } from "./theme-choice";

export function SetupPanel({ state, dispatch }: PracticeProps) {
  const { settings, dealing, opening, queue } = state;
  const unknown = isThemeUnknown(state);
  const change = (changes: Partial<Settings>) =>
    dispatch({ type: "settings changed", settings: changes });
  return (
    <section class="panel setup" aria-labelledby="setup-title">
      <h2 id="setup-title">{t("What to practise")}</h2>
      <ThemeChoice
        id="theme"
        themes={practisedThemes(state)}
        theme={settings.theme}
        unknown={unknown}
        onChange={(theme) => change({ theme })}
      />
      <LevelChoice id="level" level={settings.level} onChange={(level) => change({ level })} />
      <button
        type="button"
        class="primary"
        disabled={(unknown && queue.length === 0) || dealing || opening !== null}
        onClick={() => dispatch({ type: "board wanted", seed: randomSeed() })}
      >
        {dealText(state)}
      </button>
      {queue.length > 0 && (
        <button type="button" class="quiet" onClick={() => dispatch({ type: "queue ended" })}>
          {t("Stop these boards")}
        </button>
      )}
      <Disclosure summary={t("Systems and grades")}>
        {() => <TableSettings settings={settings} change={change} />}
      </Disclosure>
      <Disclosure summary={t("Bid with a partner")}>
        {() => <PairForm settings={settings} unknown={unknown} />}
      </Disclosure>
      <Disclosure summary={t("Your own boards")}>
        {() => <OwnBoardsForm onBoards={(boards) => dispatch({ type: "boards queued", boards })} />}
      </Disclosure>
    </section>
  );
}

function dealText({ board, queue }: PracticeProps["state"]): string {
  if (queue.length > 0) return t("Next of the waiting boards");
  return board === null ? t("Deal a board") : t("Deal another board");
}

function TableSettings({ settings, change }: SettingsProps) {
  const { system, opponents, drawn } = settings;
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
      <GradeSwitches settings={settings} change={change} />
      <label class="switch">
        <input type="checkbox" checked={drawn} onChange={() => change({ drawn: !drawn })} />
        <span>{t("Robots sometimes make their second choice")}</span>
      </label>
    </>
  );
}
