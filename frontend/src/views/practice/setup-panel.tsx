/** What to practise, and how: theme, level, systems, grades. */

import { useEffect, useRef, useState } from "preact/hooks";

import { type Seat, SEAT_NAMES, SEATS, SYSTEM_NAMES } from "../../bridge/table";
import { plural, t, translateError } from "../../i18n/translate";
import { isThemeUnknown, practisedThemes } from "../../practice/needs";
import { type QueuedBoard, queuedBoards } from "../../practice/played-board";
import { formatSeat } from "../../practice/practice-link";
import { openPairTable } from "../../practice/practice-requests";
import type { PracticeProps, Settings } from "../../practice/practice-state";
import { randomSeed } from "../../practice/trick-quiz";
import { type Boards, type BoardSource, type BoardsResult, parseBoards } from "../../service/boards";
import type { Failure } from "../../service/failure";
import { PRACTICE_SYSTEMS } from "../../service/practice-boards";
import { Disclosure } from "../common/disclosure";
import { Button, FileButton, Select, Switch } from "../common/fields";
import { LevelChoice, ThemeChoice } from "./theme-choice";

export function SetupPanel({ state, dispatch }: PracticeProps) {
  const { settings, dealing, opening, queue } = state;
  const unknown = isThemeUnknown(state);
  const change = (changes: Partial<Settings>) => dispatch({ type: "settings changed", settings: changes });
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
      <Button
        class="primary"
        disabled={(unknown && queue.length === 0) || dealing || opening !== null}
        onClick={() => dispatch({ type: "board wanted", seed: randomSeed() })}
      >
        {dealText(state)}
      </Button>
      {queue.length > 0 && <Button onClick={() => dispatch({ type: "queue ended" })}>{t("Stop these boards")}</Button>}
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
      <Switch on={drawn} onChange={() => change({ drawn: !drawn })}>
        {t("Robots sometimes make their second choice")}
      </Switch>
    </>
  );
}

interface Props {
  settings: Settings;
  /** Whether the system has no boards of the theme. */
  unknown: boolean;
}

/** The opening of a table for two. */
function PairForm({ settings, unknown }: Props) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const request = useRef(new AbortController());
  useEffect(() => () => request.current.abort(), []);
  const open = async () => {
    const { system, opponents, theme, level, drawn } = settings;
    const wanted = { seed: randomSeed(), count: 1, system, theme, level };
    const table = { systems: { ns: system, ew: opponents }, draw: drawn ? randomSeed() : null };
    setPending(true);
    setFailure(null);
    const outcome = await openPairTable(wanted, table, request.current.signal).catch(() => null);
    if (outcome === null) return;
    setPending(false);
    if ("failure" in outcome) return setFailure(outcome.failure);
    location.hash = formatSeat({ token: outcome.result, theme, level });
  };
  return (
    <div class="pair-form">
      <p class="hint">
        {t(
          "You sit South and partner North, each at your own screen, against robots. You bid the boards chosen above.",
        )}
      </p>
      <Button disabled={unknown || pending} onClick={() => void open()}>
        {t("Open a table")}
      </Button>
      <div role="alert">
        {failure !== null &&
          [failure.title, ...failure.errors.map(({ text }) => text)].map((text) => <p class="complaint">{text}</p>)}
      </div>
    </div>
  );
}

/** What became of the text last read. */
interface Reading {
  pending: boolean;
  faults: readonly string[];
}

interface OwnBoardsFormProps {
  onBoards: (boards: readonly QueuedBoard[]) => void;
}

/** Boards that the player pastes or opens, to be bid. */
function OwnBoardsForm({ onBoards }: OwnBoardsFormProps) {
  const [text, setText] = useState("");
  const [seat, setSeat] = useState<Seat>("S");
  const [reading, setReading] = useState<Reading>({ pending: false, faults: [] });
  const request = useRef(new AbortController());
  const read = async (source: BoardSource) => {
    request.current.abort();
    const { signal } = (request.current = new AbortController());
    setReading({ pending: true, faults: [] });
    const result = await parseBoards(source, { seat, dealer: "N" }, signal).catch(() => null);
    if (result === null) return;
    if (result.kind === "error") return setReading({ pending: false, faults: faultsOfError(result) });
    const { boards, incomplete } = queuedBoards(result.found.boards, seat);
    setReading({ pending: false, faults: faultsOf(result.found, incomplete) });
    if (boards.length > 0) onBoards(boards);
  };
  return (
    <form
      class="own-boards"
      onSubmit={(event) => {
        event.preventDefault();
        void read({ text });
      }}
    >
      <div class="field">
        <label for="own-boards">{t("Boards as PBN, LIN or four hands")}</label>
        <textarea id="own-boards" rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </div>
      <Select
        label={t("You sit")}
        id="own-boards-seat"
        options={SEATS}
        value={seat}
        text={(one) => t(SEAT_NAMES[one])}
        onChange={setSeat}
      />
      <div class="row">
        <button type="submit" class="quiet" disabled={text.trim() === ""}>
          {t("Bid these boards")}
        </button>
        <FileButton onFile={(file) => void read({ file })} />
      </div>
      <div role="alert">
        {reading.faults.map((fault) => (
          <p class="complaint">{fault}</p>
        ))}
      </div>
      <p role="status" class="hint">
        {reading.pending && t("Reading …")}
      </p>
    </form>
  );
}

/** Why nothing was read; of a text without boards first that it has none. */
function faultsOfError({ text, isRead }: Extract<BoardsResult, { kind: "error" }>): string[] {
  return isRead === true ? [noBoard(), text] : [text];
}

function noBoard(): string {
  return t("No board was found: paste PBN, LIN or four hands.");
}

/** What could not be read, and the boards that cannot be bid. */
function faultsOf({ boards, refused }: Boards, incomplete: number): string[] {
  const reasons = refused.map(({ line, reason, said }) =>
    t("Line {line}: {reason}", { line, reason: translateError(reason, said) }),
  );
  const faults = boards.length === 0 ? [noBoard(), ...reasons] : reasons;
  if (incomplete === 0) return faults;
  const lacking = plural(
    "{count} board cannot be bid: all four hands are needed.",
    "{count} boards cannot be bid: all four hands are needed.",
    incomplete,
  );
  return [...faults, lacking];
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
