/** The table or the end of its board, the drill, and what to practise. */

import { useMemo } from "preact/hooks";

import { isOver } from "../../bridge/auction";
import { SEAT_NAMES, seatAfter, sideOf } from "../../bridge/table";
import { msg, plural, t } from "../../i18n/translate";
import { themeName } from "../../practice/class-set";
import { finishedBoard } from "../../practice/finished";
import { openAttempt, playersOf, practisedThemes } from "../../practice/needs";
import { boardsLeft } from "../../practice/pair-reducer";
import { partnerOf } from "../../practice/pair-storage";
import { formatSeat } from "../../practice/practice-link";
import type { Board, Pair, PracticeDispatch, PracticeProps, Settings } from "../../practice/practice-state";
import { failureOf } from "../../service/failure";
import type { Theme } from "../../service/practice-boards";
import type { PracticeTable } from "../../service/tables";
import { CardLine, cardText, useVocabulary } from "../common/cards";
import { Disclosure } from "../common/disclosure";
import { Button } from "../common/fields";
import { BoardEnd } from "./board-end";
import { GuessPanel } from "./guess-panel";
import { LessonPanel } from "./lesson-panel";
import { GradeSwitches, SetupPanel } from "./setup-panel";
import { ShareLink } from "./share-link";
import { AwaitedTable, TableView } from "./table-view";

export function BidView({ state, dispatch }: PracticeProps) {
  const { board, settings, revealed, pair } = state;
  const awaited = board === null && (state.dealing || state.opening !== null);
  const alone = board === null && !awaited;
  const over = settings.guessing && !revealed ? null : finishedBoard(state);
  return (
    <div class={alone ? "practice-first" : "practice-columns"}>
      {pair !== null && board === null && <PairNotes pair={pair} dispatch={dispatch} />}
      {awaited && (
        <div class="practice-board">
          <AwaitedTable />
        </div>
      )}
      {board !== null && pair !== null && isFirstSight(pair) && <PartnerLink pair={pair} />}
      {board !== null && (
        <div class="practice-board">
          {state.lesson !== null && state.set !== null && pair === null && (
            <LessonPanel lesson={state.lesson} dispatch={dispatch} />
          )}
          <Remarks state={state} />
          {pair !== null && <PairNotes pair={pair} dispatch={dispatch} />}
          {pair === null && <CardLine cards={board.systems} side={sideOf(board.seat)} />}
          {over === null ? (
            <TableView state={state} board={board} dispatch={dispatch} />
          ) : (
            <BoardEnd state={state} board={over} dispatch={dispatch} />
          )}
          {settings.guessing && !revealed && finishedBoard(state) !== null && (
            <Button class="primary" onClick={() => dispatch({ type: "hands shown" })}>
              {t("Show the four hands")}
            </Button>
          )}
          <Drill state={state} board={board} open={settings.guessing && isOver(state.auction)} />
        </div>
      )}
      {pair === null ? (
        <SetupPanel key={alone ? "alone" : "beside"} state={state} dispatch={dispatch} />
      ) : (
        <PairPanel pair={pair} settings={settings} themes={practisedThemes(state)} dispatch={dispatch} />
      )}
    </div>
  );
}

/** How many boards wait, and why the progress is not kept. */
function Remarks({ state: { queue, kept, pair } }: Pick<PracticeProps, "state">) {
  const waiting = pair === null ? queue.length : (boardsLeft(pair) ?? 0);
  const faults = [kept.unread, kept.unsaved].filter((fault) => fault !== null);
  return (
    <>
      {faults.map((fault) => (
        <p class="complaint">{fault}</p>
      ))}
      {waiting > 0 && <p class="hint">{plural("{count} more board waits.", "{count} more boards wait.", waiting)}</p>}
    </>
  );
}

interface DrillProps {
  state: PracticeProps["state"];
  board: Board;
  /** Whether it stands open. */
  open: boolean;
}

/** The drill at the player's turn and at the end; folded where it is not asked for. */
function Drill({ state, board, open }: DrillProps) {
  const answer = state.explanation?.answer ?? null;
  if (answer === null || openAttempt(state) !== null) return null;
  const calls = answer.position.auction.length;
  if (calls === 0 || calls !== state.auction.length) return null;
  const shown = finishedBoard(state) !== null && (state.revealed || !state.settings.guessing);
  const panel = () => (
    <GuessPanel
      key={JSON.stringify(state.pair?.deal ?? board.source)}
      explanation={answer}
      momentIndex={calls}
      players={playersOf(state, board.seat)}
      hands={shown ? board.hands : null}
    />
  );
  if (open) return panel();
  return shown ? null : <Disclosure summary={t("Guess a hidden hand")}>{panel}</Disclosure>;
}

const PRESENCE: Record<PracticeTable["partner"], string> = {
  awaited: msg("Partner has not come yet."),
  here: msg("Partner is here."),
  away: msg("Partner is away."),
};

/** What is said of a table for two: whether partner is there, the seat, robots, calls that could not be made, the next board. */
function PairNotes({ pair, dispatch }: { pair: Pair; dispatch: PracticeDispatch }) {
  const { table, seat, deal, movedOn, next } = pair;
  const error = table?.error ?? null;
  return (
    <div class="pair-notes">
      <p class={`presence ${table?.partner ?? ""}`} role="status">
        {table !== null && t(PRESENCE[table.partner])}
      </p>
      <div role="alert">
        {seat === "taken" && (
          <div class="failure">
            <h2>{t("This seat is in use in another browser")}</h2>
            <p>{t("Bid there, or take the seat here.")}</p>
            <Button class="primary" onClick={() => dispatch({ type: "seat taken over" })}>
              {t("Take the seat here")}
            </Button>
          </div>
        )}
        {movedOn && (
          <p class="complaint">{t("Your call was not made: the auction had moved on. This is the auction now.")}</p>
        )}
        {error !== null && seat !== "taken" && (
          <p class="complaint">{t("{reason}. Robots call as soon as they can.", { reason: failureOf(error).title })}</p>
        )}
      </div>
      <p class="hint" role="status">
        {table === null && (seat === "wanted" || seat === "takeover") && t("Sitting down …")}
        {next !== null && t("The next board is dealt …")}
        {next === null && table !== null && table.deal !== deal && t("Partner dealt the next board.")}
      </p>
    </div>
  );
}

interface PairPanelProps {
  pair: Pair;
  settings: Settings;
  themes: readonly Theme[];
  dispatch: PracticeDispatch;
}

/** Beside a table for two: the link for partner, grades, and the way back to bidding alone. */
function PairPanel({ pair, settings, themes, dispatch }: PairPanelProps) {
  const { table } = pair;
  const vocabulary = useVocabulary(...(table === null ? [] : [table.systems.ns, table.systems.ew]));
  return (
    <section class="panel pair-panel" aria-labelledby="pair-title">
      <h2 id="pair-title">{t("You and partner")}</h2>
      {table !== null && (
        <p class="hint">
          {t("Boards: {theme}. You and partner play {system}.", {
            theme:
              pair.set === null
                ? themeName(themes, pair.theme)
                : plural("{count} of a file", "{count} of a file", pair.set.boards.length),
            system: cardText(table.systems[sideOf(table.seat)], vocabulary),
          })}
        </p>
      )}
      {table !== null && <CardLine cards={table.systems} side={sideOf(table.seat)} />}
      {!isFirstSight(pair) && partnerOf(pair.token) !== null && (
        <Disclosure summary={t("The link for partner")}>{() => <PartnerLink pair={pair} />}</Disclosure>
      )}
      <Disclosure summary={t("Grades")}>
        {() => (
          <GradeSwitches
            settings={settings}
            change={(changes) => dispatch({ type: "settings changed", settings: changes })}
          />
        )}
      </Disclosure>
      <Button onClick={() => dispatch({ type: "table left" })}>{t("Practise alone")}</Button>
    </section>
  );
}

/** Whether partner has not called yet, so that the link may still have to be passed on. */
function isFirstSight({ table }: Pair): boolean {
  if (table === null || table.deal > 1) return false;
  const partner = seatAfter(table.seat, 2);
  return table.auction.every((_, index) => seatAfter(table.dealer, index) !== partner);
}

/** The link for partner, where the table was opened in this browser. */
function PartnerLink({ pair: { token, theme, level, set, table } }: { pair: Pair }) {
  const partner = useMemo(() => partnerOf(token), [token]);
  if (partner === null || table === null) return null;
  const seat = t(SEAT_NAMES[seatAfter(table.seat, 2)]);
  return (
    <div class="partner-link">
      <ShareLink
        id="partner-address"
        label={t("The link for partner, {seat}", { seat })}
        fragment={formatSeat({ token: partner, theme, level, set })}
        opens={null}
      />
      <p class="hint">{t("For partner only: it shows partner's hand. Do not open it yourself.")}</p>
    </div>
  );
}
