/** A session summed up for a player and partner: what was lost on what, turning points, the best board, practice. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { callSymbol } from "../../bridge/calls";
import { parseHand } from "../../bridge/hand";
import { addressOf, copyText } from "../../export/download";
import { plural, t } from "../../i18n/translate";
import { allPlayers, type BoardFilter } from "../../insight/board-rows";
import { endText, luckText } from "../../insight/call-reasons";
import {
  type BoardMistake,
  type Session,
  sessionOf,
  KIND_NAMES,
  KIND_TAGS,
  type LostOn,
  pairAt,
  scoredLoss,
  scoringOf,
} from "../../insight/session";
import { formatSigned } from "../../insight/contracts";
import { callText, contractName, inTens } from "../../insight/verdicts";
import { decisionOf, practiseMistakes } from "../../practice/mistakes";
import { formatBoard } from "../../practice/practice-link";
import type { ReviewRequest } from "../../service/types";
import { sessionFragment } from "../../state/session-link";
import { allRows, type BoardList, isReviewing, type ReviewState } from "../../state/reviews";
import type { Dispatch } from "../../state/state";
import { boardName, Button, TableHead, TableRow } from "../common/fields";
import { ColouredText } from "../common/pips";
import { CallsText, HandText } from "../entry/entry-line";
import { useThemeNames } from "./theme-names";

const TURNING_POINTS = 3;
/** Of a table of what was lost, before the rest is asked for. */
const MOST_ROWS = 8;

interface Props {
  list: BoardList;
  review: ReviewState;
  dispatch: Dispatch;
}

export function SessionView({ list, review, dispatch }: Props) {
  const { player } = list.filter;
  const session = sessionOf(allRows(review), player);
  const awaited = isReviewing(list, review.answers);
  const requestOf = ({ row }: BoardMistake) => list.boards[row.index]!.request!;
  const systems = list.boards.find(({ request }) => request !== null)?.request!.systems.ns ?? "sayc";
  const themes = useThemeNames(systems); // asked for before the sum is there
  return (
    <section class={awaited && session.boards > 0 ? "session awaited" : "session"} aria-labelledby="session-title">
      <h3 id="session-title">{t("The session")}</h3>
      <WhoAmI list={list} dispatch={dispatch} />
      {session.boards > 0 && <p>{headline(session, list)}</p>}
      <div class="row">
        <Practise mistakes={player === "" ? [] : session.mistakes} requestOf={requestOf} file={list.id} />
        <PartnerLink list={list} />
      </div>
      {player === "" && session.boards > 0 && (
        <p class="hint">{t("Choose who you are above: your mistakes then come as practice.")}</p>
      )}
      {awaited && session.boards > 0 && (
        <p class="hint">{t("What was lost and the turning points stand here once all boards are reviewed.")}</p>
      )}
      {!awaited && session.mistakes.length > 0 && (
        <>
          <Lost session={session} player={player} systems={systems} themes={themes} />
          <h4>{t("Turning points")}</h4>
          <ol class="turning-points">
            {session.mistakes.slice(0, TURNING_POINTS).map((mistake) => (
              <li>
                <TurningPoint mistake={mistake} request={requestOf(mistake)} dispatch={dispatch} />
              </li>
            ))}
          </ol>
        </>
      )}
      {!awaited && session.best !== null && <BestBoard best={session.best} dispatch={dispatch} />}
    </section>
  );
}

/** Whose session it is; of a file without names, which side's. */
function WhoAmI({ list, dispatch }: Omit<Props, "review">) {
  const players = allPlayers(list.boards.map(({ board }) => board));
  const named = players.length > 0;
  const change = (changes: Partial<BoardFilter>) => dispatch({ type: "boards filtered", filter: changes });
  return (
    <label class="switch">
      {named ? t("I am") : t("We sat")}
      <select value={list.filter.player} onChange={(event) => change({ player: event.currentTarget.value })}>
        <option value="">{named ? t("everybody") : t("both ways")}</option>
        {named ? (
          players.map((player) => <option value={player}>{player}</option>)
        ) : (
          <>
            <option value="ns">{t("N-S")}</option>
            <option value="ew">{t("E-W")}</option>
          </>
        )}
      </select>
    </label>
  );
}

function headline({ boards, reviewed, mistakes, lost }: Session, { boards: listed, filter: { player } }: BoardList) {
  const pairs = listed.map(({ board }) => pairAt(board, player).join(t(" and ")));
  const who = new Set(pairs.filter((pair) => pair !== ""));
  const values = {
    boards: plural("{count} board bid", "{count} boards bid", boards),
    reviewed,
    mistakes: plural("{count} mistake", "{count} mistakes", mistakes.length),
    points: inTens(lost),
  };
  const text = t("{boards}, {reviewed} reviewed: {mistakes}, {points} points lost.", values);
  return player === "" || who.size === 0 ? text : t("{who}: {text}", { who: [...who].join(" · "), text });
}

interface LostProps {
  session: Session;
  player: string;
  /** The card whose themes are named. */
  systems: string;
  themes: (theme: string) => string;
}

/** The points lost by kind, by theme and by player, most first. */
function Lost({ session: { byKind, byTheme, byPlayer }, player, systems, themes }: LostProps) {
  return (
    <div class="lost-tables">
      <LostTable title={t("Lost on")} rows={byKind} name={(kind) => t(KIND_NAMES[kind])} />
      {byTheme.length > 0 && (
        <LostTable
          title={t("By theme")}
          rows={byTheme}
          name={(theme) => (
            <a href={`/practice/#${new URLSearchParams({ system: systems, theme })}`} target="_blank">
              {themes(theme)}
            </a>
          )}
        />
      )}
      {(player === "" || byPlayer.length > 1) && (
        <LostTable
          title={t("By player")}
          rows={byPlayer}
          name={(name) => name}
          more={{ title: t("Most of it on"), cell: ({ most }) => t(KIND_TAGS[most]) }}
        />
      )}
    </div>
  );
}

interface LostTableProps<Row extends LostOn<unknown>> {
  title: string;
  rows: readonly Row[];
  name: (key: Row["key"]) => ComponentChildren;
  /** One more column. */
  more?: { title: string; cell: (row: Row) => string };
}

function LostTable<Row extends LostOn<unknown>>({ title, rows, name, more }: LostTableProps<Row>) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? rows : rows.slice(0, MOST_ROWS);
  return (
    <>
      <table class="progress-table">
        <caption class="unseen">{title}</caption>
        <TableHead names={[title, t("Mistakes"), t("Points lost"), ...(more === undefined ? [] : [more.title])]} />
        <tbody>
          {shown.map((row) => (
            <TableRow
              name={name(row.key)}
              cells={[row.mistakes, inTens(row.lost), ...(more === undefined ? [] : [more.cell(row)])]}
            />
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <Button onClick={() => setWhole(true)}>
          {plural("{count} more", "{count} more", rows.length - shown.length)}
          <span class="unseen"> {title}</span>
        </Button>
      )}
    </>
  );
}

interface TurningPointProps {
  mistake: BoardMistake;
  request: ReviewRequest;
  dispatch: Dispatch;
}

/** A mistake that cost much: what was reached, what would have been, and the ways to it. */
function TurningPoint({ mistake, request, dispatch }: TurningPointProps) {
  const { row, review, call, player } = mistake;
  const { index } = row;
  const { instead = null, usual } = call;
  const luck = luckText(call, review.contract);
  const before = request.auction.slice(0, call.index);
  const name = boardName(row.board);
  const at = (moment: number) => {
    dispatch({ type: "board opened", index });
    dispatch({ type: "reviewed call opened", index: call.index, moment });
  };
  return (
    <>
      <p>
        <b>{name}</b> · {row.board.players?.[call.seat] ? `${player}: ` : ""}
        <ColouredText text={callText(call, null)} />{" "}
        {call.points_lost !== null && scoringOf(row.board) !== null && (
          <b class="lost">−{scoredLoss(call.points_lost, scoringOf(row.board))}</b>
        )}
      </p>
      <p class="before-call">
        <span>
          <HandText cards={parseHand(request.hands[call.seat]!).cards} />
        </span>
        <span>
          <CallsText auction={before} lookedUp={{ ...request, auction: before }} /> ?
        </span>
      </p>
      {instead !== null && (
        <p>
          <ColouredText
            text={t("Reached: {reached}. After {usual}: {better}.", {
              reached: endText(review.contract),
              usual: callSymbol(usual!.call),
              better: endText(instead.contract),
            })}
          />
          {luck !== null && <> {luck}</>}
        </p>
      )}
      <p class="verdict-foot">
        <Button onClick={() => dispatch({ type: "board opened", index })}>
          {t("Review")}
          <span class="unseen"> {name}</span>
        </Button>
        <Button onClick={() => at(call.index)}>{t("The table before the call")}</Button>
        <Button onClick={() => at(call.index + 1)}>{t("After it")}</Button>
        <TryIt request={request} call={call} />
      </p>
    </>
  );
}

/** The way to bid on from a mistake oneself. */
export function TryIt({ request, call }: { request: ReviewRequest; call: BoardMistake["call"] }) {
  const decision = decisionOf(request, call);
  if (decision === null) return null;
  return (
    <a href={`/practice/#${formatBoard(decision)}`} target="_blank">
      {t("Try it yourself")}
    </a>
  );
}

function BestBoard({ best, dispatch }: { best: NonNullable<Session["best"]>; dispatch: Dispatch }) {
  const { row, review, overPar } = best;
  const { contract } = review;
  const values = {
    board: boardName(row.board),
    contract: contract === null ? t("passed out") : contractName(`${contract.contract} by ${contract.declarer}`),
    points: overPar > 0 ? overPar : formatSigned(overPar),
  };
  const text =
    overPar > 0
      ? t("Best board: {board}, {contract}: {points} points better than par.", values)
      : t("Best board: {board}, {contract}, {points} against par.", values);
  return (
    <p>
      <ColouredText text={text} />{" "}
      {contract !== null && contract.actual_score == null && (
        <span class="hint">{t("The file has no result of it: counted with the tricks that can be made.")} </span>
      )}
      <Button onClick={() => dispatch({ type: "board opened", index: row.index })}>{t("Review")}</Button>
    </p>
  );
}

interface PractiseProps {
  mistakes: readonly BoardMistake[];
  requestOf: (mistake: BoardMistake) => ReviewRequest;
  /** The id of the file. */
  file: string;
}

/** One click into practice, where the mistakes come again. */
function Practise({ mistakes, requestOf, file }: PractiseProps) {
  const decisions = mistakes.map((mistake) => ({ request: requestOf(mistake), call: mistake.call }));
  const [first] = decisions.flatMap(({ request, call }) => decisionOf(request, call) ?? []);
  if (first === undefined) return null;
  return (
    <a
      class="button primary"
      href={`/practice/#${formatBoard(first)}`}
      onClick={() => practiseMistakes(decisions, file, new Date())}
    >
      {plural("Your mistake as practice", "Your {count} mistakes as practice", mistakes.length)}
    </a>
  );
}

/** The whole session as one link. */
function PartnerLink({ list }: { list: BoardList }) {
  const [copied, setCopied] = useState<{ address: string; done: boolean } | null>(null);
  const copy = async () => {
    const boards = list.boards.map(({ board }) => board);
    const address = addressOf(await sessionFragment(boards, list.filter.player));
    setCopied({ address, done: await copyText(address) });
  };
  return (
    <>
      <Button onClick={copy}>{t("Copy the link for partner")}</Button>
      <span class="hint" role="status">
        {copied?.done === true && t("Link copied: it holds all boards.")}
      </span>
      {copied?.done === false && <input readOnly value={copied.address} aria-label={t("The link for partner")} />}
    </>
  );
}
