/** What to practise, and how: theme, level, systems, grades. */

import { useState } from "preact/hooks";

import { baseOf, codeOfSystem } from "../../bridge/card";
import { type Seat, SEAT_NAMES, SEATS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { practisedThemes } from "../../practice/needs";
import { NOT_SENT, type PracticeProps, type Settings } from "../../practice/practice-state";
import { randomSeed } from "../../practice/trick-quiz";
import type { BoardSource } from "../../service/boards";
import { isSearched } from "../../service/practice-boards";
import { CardLine, CardSelect } from "../common/cards";
import { Disclosure } from "../common/disclosure";
import { Button, Complaints, FileButton, Select, Switch } from "../common/fields";
import { LevelChoice, ThemeChoice } from "./theme-choice";

export function SetupPanel({ state, dispatch }: PracticeProps) {
  const { settings, dealing, opening, queue } = state;
  const themes = practisedThemes(state);
  const late = themes.find(({ id }) => id === settings.theme)?.late === true;
  const change = (changes: Partial<Settings>) => dispatch({ type: "settings changed", settings: changes });
  return (
    <section class="panel setup" aria-labelledby="setup-title">
      <h2 id="setup-title">{t("What to practise")}</h2>
      {state.board === null && (
        <p class="hint">{t("You bid one hand, robots the other three. Each of your calls is graded and explained.")}</p>
      )}
      <ThemeChoice id="theme" themes={themes} theme={settings.theme} onChange={(theme) => change({ theme })} />
      {late && (
        <Switch on={settings.atDecision} onChange={() => change({ atDecision: !settings.atDecision })}>
          {t("Start at the decision: robots make your calls before it")}
        </Switch>
      )}
      <LevelChoice id="level" level={settings.level} onChange={(level) => change({ level })} />
      {state.board === null && <CardLine cards={{ ns: settings.system, ew: settings.opponents }} side="ns" />}
      <Button
        class="primary"
        disabled={dealing || opening !== null}
        onClick={() => dispatch({ type: "board wanted", seed: randomSeed() })}
      >
        {dealText(state)}
      </Button>
      {dealing && isSearched(settings) && (
        <p class="hint" role="status">
          {t("Deals are bid to find such a board; that may take half a minute.")}
        </p>
      )}
      {queue.length > 0 && <Button onClick={() => dispatch({ type: "queue ended" })}>{t("Stop these boards")}</Button>}
      <Disclosure summary={t("Systems and grades")}>
        {() => <TableSettings settings={settings} change={change} />}
      </Disclosure>
      <Disclosure summary={t("Bid with a partner")}>{() => <PairForm state={state} dispatch={dispatch} />}</Disclosure>
      <Disclosure summary={t("Your own boards")}>
        {() => <OwnBoardsForm state={state} dispatch={dispatch} />}
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
      <CardSelect
        label={t("You and partner play")}
        id="own-system"
        value={system}
        onChange={(one) => change({ system: one, opponents: codeOfSystem(baseOf(one)!) })}
      />
      <CardSelect
        label={t("The opponents play")}
        id="their-system"
        value={opponents}
        onChange={(one) => change({ opponents: one })}
      />
      <GradeSwitches settings={settings} change={change} />
      <Switch on={drawn} onChange={() => change({ drawn: !drawn })}>
        {t("Robots sometimes make their second choice")}
      </Switch>
    </>
  );
}

/** The opening of a table for two. */
function PairForm({ state, dispatch }: PracticeProps) {
  const { system, opponents, theme, level, drawn } = state.settings;
  const { faults } = state.forms["pair table"] ?? NOT_SENT;
  const open = () => {
    const wanted = { seed: randomSeed(), count: 1, system, opponents, theme, level };
    const systems = { ns: system, ew: opponents };
    dispatch({ type: "form sent", need: { kind: "pair table", wanted, systems, draw: drawn ? randomSeed() : null } });
  };
  return (
    <div class="pair-form">
      <p class="hint">
        {t(
          "You sit South and partner North, each at your own screen, against robots. You bid the boards chosen above.",
        )}
      </p>
      <Button disabled={faults === null} onClick={open}>
        {t("Open a table")}
      </Button>
      <Complaints texts={faults} />
    </div>
  );
}

interface OwnBoardsProps extends PracticeProps {
  kind?: "own boards" | "class boards";
  who?: string;
  what?: string;
}

/** Boards that are pasted or opened: to be bid, unless said otherwise, from a seat. */
export function OwnBoardsForm({
  state,
  dispatch,
  kind = "own boards",
  who = t("You sit"),
  what = t("Bid these boards"),
}: OwnBoardsProps) {
  const [text, setText] = useState("");
  const [seat, setSeat] = useState<Seat>("S");
  const { faults } = state.forms[kind] ?? NOT_SENT;
  const read = (source: BoardSource) => dispatch({ type: "form sent", need: { kind, source, seat } });
  return (
    <form
      class="own-boards"
      onSubmit={(event) => {
        event.preventDefault();
        read({ text });
      }}
    >
      <div class="field">
        <label for="own-boards">{t("Boards as PBN, LIN or four hands")}</label>
        <textarea id="own-boards" rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </div>
      <Select
        label={who}
        id="own-boards-seat"
        options={SEATS}
        value={seat}
        text={(one) => t(SEAT_NAMES[one])}
        onChange={setSeat}
      />
      <div class="row">
        <button type="submit" class="quiet" disabled={text.trim() === ""}>
          {what}
        </button>
        <FileButton onFile={(file) => read({ file })} />
      </div>
      <Complaints texts={faults} />
      <p role="status" class="hint">
        {faults === null && t("Reading …")}
      </p>
    </form>
  );
}

interface SettingsProps {
  settings: Settings;
  change: (changes: Partial<Settings>) => void;
}

/** When calls are graded, and whether hands are guessed. */
export function GradeSwitches({ settings: { gradedAtOnce, guessing }, change }: SettingsProps) {
  return (
    <>
      <Switch on={gradedAtOnce} onChange={() => change({ gradedAtOnce: !gradedAtOnce })}>
        {t("Grade each call at once, not at the end")}
      </Switch>
      <Switch on={guessing} onChange={() => change({ guessing: !guessing })}>
        {t("Guess a hidden hand before the hands are shown")}
      </Switch>
    </>
  );
}
