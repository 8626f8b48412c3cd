/** A file of boards: contract, result and costliest calls, a row for each board. */

import { useEffect, useRef } from "preact/hooks";

import { callSymbol } from "../../bridge/calls";
import { type Side, sideOf } from "../../bridge/table";
import type { PasteState } from "../../entry/text-fields";
import { plural, t } from "../../i18n/translate";
import {
  type BoardColumn,
  type BoardFilter,
  type BoardRow,
  FILE_ORDER,
  FILTERS,
  resultOf,
} from "../../insight/board-rows";
import { formatSigned } from "../../insight/contracts";
import { KIND_TAGS, kindOf } from "../../insight/session";
import { contractSymbol, lossText, mistakesOf, SIDE_NAMES, totalLoss, uncostedCall } from "../../insight/verdicts";
import type { Review, ReviewedCall } from "../../service/types";
import { type RecordedBoard, rejectedText } from "../../service/boards";
import { allRows, type BoardList, listProgress, type ReviewState, shownRows } from "../../state/reviews";
import type { Dispatch, PageProps } from "../../state/state";
import { Disclosure } from "../common/disclosure";
import { boardName, Button, Choice, Complaints, FileButton, ReadingNotes, Switch } from "../common/fields";
import { ColouredText } from "../common/pips";
import { AnswersFile } from "./answers-file";
import { CardGuesses } from "./card-guesses";
import { SessionView } from "./session-view";
import { BidTheseBoards, parContract } from "./unbid-boards";

interface Props {
  review: ReviewState;
  dispatch: Dispatch;
}

export function BoardListView({ state, dispatch }: PageProps) {
  const {
    review,
    textFields: { paste },
  } = state;
  const { list } = review;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opened = document.querySelector<HTMLElement>(".board-table tr.open button");
    (opened ?? title.current)?.focus({ preventScroll: true });
    (opened ?? title.current)?.scrollIntoView({ block: opened === null ? "nearest" : "center" });
  }, [list?.boards]);
  if (list === null && review.wanted !== null) return <p class="hint">{t("Reading …")}</p>;
  if (list === null) return <FileWanted paste={paste} dispatch={dispatch} />;
  const rows = shownRows(review);
  return (
    <section id="answer" class="answer panel boards" tabIndex={-1} aria-labelledby="boards-title">
      <header class="panel-head">
        <h2 id="boards-title" ref={title} tabIndex={-1}>
          {plural("{count} board", "{count} boards", list.boards.length)}
        </h2>
        <OpenFile paste={paste} dispatch={dispatch} />
        {list.more && <p class="hint">{t("The text has more boards than are shown here.")}</p>}
      </header>
      <ReviewProgress list={list} review={review} dispatch={dispatch} />
      <SessionView list={list} review={review} dispatch={dispatch} />
      <BidTheseBoards list={list} />
      <div class="board-choices">
        <Order list={list} dispatch={dispatch} />
        <Filters list={list} dispatch={dispatch} />
      </div>
      {rows.length === 0 ? (
        <p role="status">{t("No board fits.")}</p>
      ) : (
        <div class="board-scroll">
          <BoardTable rows={rows} list={list} review={review} dispatch={dispatch} />
        </div>
      )}
      <p class="hint">
        {isBidAtAll(list) &&
          t("Points lost on average by the costliest call of each side; open a board for its review.")}
      </p>
      <AnswersFile list={list} />
      <CardGuesses review={review} dispatch={dispatch} />
      {list.refused.length > 0 && <RefusedBoards list={list} />}
      {list.reading !== undefined && (
        <ReadingNotes
          reading={list.reading}
          onChange={(source) => dispatch({ type: "parse requested", field: "paste", source })}
        />
      )}
    </section>
  );
}

/** Before a file is opened. */
function FileWanted({ paste, dispatch }: { paste: PasteState; dispatch: Dispatch }) {
  const openPaste = () => {
    dispatch({ type: "entry folded", folded: false });
    dispatch({ type: "paste opened", open: true });
    document.getElementById("paste")?.focus();
  };
  return (
    <section id="answer" class="answer panel boards" tabIndex={-1} aria-labelledby="boards-title">
      <h2 id="boards-title">{t("A file of boards")}</h2>
      <p>
        {t(
          "Open a PBN or LIN file, such as a session of your club. Every board is reviewed: the calls of each seat against the usual ones, the contract against what makes.",
        )}
      </p>
      <div class="row">
        <OpenFile paste={paste} dispatch={dispatch} primary />
        <Button onClick={openPaste}>{t("Paste text or links")}</Button>
      </div>
      <p class="hint">{t("A file can also be dropped anywhere on this page.")}</p>
    </section>
  );
}

interface OpenFileProps {
  paste: PasteState;
  dispatch: Dispatch;
  primary?: boolean;
}

function OpenFile({ paste, dispatch, primary = false }: OpenFileProps) {
  return (
    <div class="open-file">
      <FileButton
        primary={primary}
        onFile={(file) => dispatch({ type: "parse requested", field: "paste", source: { file } })}
      />
      <Complaints texts={[paste.error]} />
      <p role="status" class="hint">
        {paste.pending !== null && t("Reading …")}
      </p>
    </div>
  );
}

function RefusedBoards({ list: { refused } }: { list: BoardList }) {
  const count = refused.length;
  return (
    <Disclosure summary={plural("{count} board could not be read", "{count} boards could not be read", count)}>
      {() => (
        <ul>
          {refused.map((board) => (
            <li class="complaint">{rejectedText(board)}</li>
          ))}
        </ul>
      )}
    </Disclosure>
  );
}

/** How far the reviews have come, and the button that stops them or goes on. */
function ReviewProgress({ list, review, dispatch }: Props & { list: BoardList }) {
  const { count, done, failed } = listProgress(list, review.answers);
  const left = count - done - failed;
  const text = t("{done} of {count} reviewed", { done, count });
  return (
    <div class="review-progress">
      <label>
        <span>{text}</span>
        <progress value={done} max={Math.max(count, 1)} />
      </label>
      {(left > 0 || failed > 0) && (
        <Button onClick={() => dispatch({ type: "board reviews run", running: !(list.running && left > 0) })}>
          {list.running && left > 0 ? t("Stop") : t("Go on")}
        </Button>
      )}
      <p class="hint" role="status">
        {statusText(list, review, left, failed)}
      </p>
    </div>
  );
}

function statusText(list: BoardList, { pause }: ReviewState, left: number, failed: number): string {
  if (left > 0 && !list.running) return t("Stopped.");
  if (left > 0 && pause !== null) {
    return t("The service is busy: the page tries again in {count} s.", { count: pause.seconds });
  }
  if (left > 0) return "";
  return failed === 0
    ? t("All boards are reviewed.")
    : plural("{count} board could not be reviewed.", "{count} boards could not be reviewed.", failed);
}

function filterName(name: (typeof FILTERS)[number]): string {
  return { missedGames: t("Missed games"), doubled: t("Doubled"), slams: t("Slams, bid or missed") }[name];
}

function Filters({ list, dispatch }: { list: BoardList; dispatch: Dispatch }) {
  const { filter } = list;
  const change = (changes: Partial<BoardFilter>) => dispatch({ type: "boards filtered", filter: changes });
  return (
    <fieldset class="board-filters">
      <legend>{t("Show only")}</legend>
      {FILTERS.map((name) => (
        <Switch on={filter[name]} onChange={(on) => change({ [name]: on })}>
          {filterName(name)}
        </Switch>
      ))}
    </fieldset>
  );
}

/** Whether the file says of any board how it was bid, or what came of it. */
function isBidAtAll({ boards }: BoardList): boolean {
  return boards.some(({ board }) => board.auction.length > 0 || board.contract);
}

const ORDERS = ["cost", "board"] as const;

/** The order of the list, but for a click on the head of a column. */
function Order({ list, dispatch }: { list: BoardList; dispatch: Dispatch }) {
  if (!isBidAtAll(list)) return null;
  const { sorting } = list;
  const plain = sorting.column !== "board" || sorting.descending === FILE_ORDER.descending;
  return (
    <Choice
      legend={t("Order")}
      name="board-order"
      options={ORDERS}
      value={plain ? sorting.column : ""}
      label={(order) => (order === "cost" ? t("costliest first") : t("as in the file"))}
      onChange={(column) => column !== "" && dispatch({ type: "boards sorted", column })}
    />
  );
}

interface TableProps extends Props {
  rows: readonly BoardRow[];
  list: BoardList;
}

function BoardTable({ rows, list, review, dispatch }: TableProps) {
  const head = { list, dispatch };
  const bid = isBidAtAll(list);
  const played = allRows(review).some((row) => resultOf(row) !== null);
  return (
    <table class="board-table">
      <caption class="unseen">{t("Boards")}</caption>
      <thead>
        <tr>
          <SortHead column="board" text={t("Board")} {...head} />
          {!bid && <th scope="col">{t("Par")}</th>}
          {bid && (
            <>
              <SortHead column="contract" text={t("Contract")} {...head} />
              {played && <SortHead column="result" text={t("Result")} {...head} />}
              <SortHead column="ns" text={t("Costliest call of N-S")} {...head} />
              <SortHead column="ew" text={t("Costliest call of E-W")} {...head} />
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <BoardTableRow row={row} bid={bid} played={played} list={list} review={review} dispatch={dispatch} />
        ))}
      </tbody>
    </table>
  );
}

interface HeadProps {
  column: BoardColumn;
  text: string;
  list: BoardList;
  dispatch: Dispatch;
}

function SortHead({ column, text, list: { sorting }, dispatch }: HeadProps) {
  const sorted = sorting.column === column;
  const direction = sorting.descending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={sorted ? direction : undefined}>
      <button type="button" onClick={() => dispatch({ type: "boards sorted", column })}>
        {text}
        <span aria-hidden="true">{sorted ? (sorting.descending ? " ▾" : " ▴") : ""}</span>
      </button>
    </th>
  );
}

interface RowProps extends Omit<TableProps, "rows"> {
  row: BoardRow;
  /** Whether any board of the list is bid. */
  bid: boolean;
  /** Whether the result of any is known. */
  played: boolean;
}

function BoardTableRow({ row, bid, played, list, review, dispatch }: RowProps) {
  const { index, board, outcome } = row;
  const over = resultOf(row);
  return (
    <tr class={list.open === index ? "open" : undefined}>
      <th scope="row">
        <button type="button" onClick={() => dispatch({ type: "board opened", index })}>
          <span class="unseen">{boardName(board)}</span>
          <span aria-hidden="true">{board.number ?? `(${board.line})`}</span>
        </button>
      </th>
      <td class="outcome-cell">{outcome === null ? (parContract(row) ?? "–") : <OutcomeText row={row} />}</td>
      {bid && (
        <>
          {played && <td>{over === null ? "–" : over === 0 ? "=" : formatSigned(over)}</td>}
          <CostCell row={row} side="ns" list={list} review={review} />
          <CostCell row={row} side="ew" list={list} review={review} />
        </>
      )}
    </tr>
  );
}

function OutcomeText({ row: { outcome } }: { row: BoardRow }) {
  if (outcome === null || outcome === "passed out") return <>{t("passed out")}</>;
  return <ColouredText text={`${contractSymbol(outcome.contract)} ${outcome.declarer}`} />;
}

interface CostProps {
  row: BoardRow;
  side: Side;
  list: BoardList;
  review: ReviewState;
}

function CostCell({ row, side, list, review }: CostProps) {
  const worst = row.costliest[side];
  if (row.review === null) return <td class="hint">{missingText(list, review, row.index)}</td>;
  if (row.board.auction.length === 0) return <td class="hint">{t("no auction")}</td>;
  const rare = worst === null ? uncostedCall(row.review, side) : null;
  if (rare !== null) {
    return (
      <td>
        <ColouredText text={`${rare.seat} ${callSymbol(rare.call)}`} /> <span class="hint">{t("rare")}</span>
      </td>
    );
  }
  if (worst === null || worst.points_lost === null) {
    return (
      <td class="hint">
        {t("no mistake")}
        <span class="unseen"> {t(SIDE_NAMES[side])}</span>
      </td>
    );
  }
  return (
    <td>
      <ColouredText text={`${worst.seat} ${callSymbol(worst.call)}`} />{" "}
      <b class="lost">{lossText(worst.points_lost)}</b> <LostOn board={row.board} review={row.review} worst={worst} />
    </td>
  );
}

/** Who made a costly call, on what, and what the side lost in all: "Nora missed game, −180 in all". */
function LostOn({ board, review, worst }: { board: RecordedBoard; review: Review; worst: ReviewedCall }) {
  const kind = t(KIND_TAGS[kindOf(worst, review, board)]);
  const mistakes = mistakesOf(review, sideOf(worst.seat));
  const points = lossText({ mean: totalLoss(mistakes) });
  const name = board.players?.[worst.seat] ?? "";
  return (
    <span class="hint lost-on">
      {name !== "" && <span class="who">{name} </span>}
      {mistakes.length === 1 ? kind : t("{mistake}, {points} in all", { mistake: kind, points })}
    </span>
  );
}

/** Why there is no review of a board. */
function missingText({ boards }: BoardList, { answers }: ReviewState, index: number): string {
  const { key } = boards[index]!;
  if (key === null) return t("nothing to review");
  const kind = answers[key]?.kind;
  if (kind === "failed") return t("failed");
  return kind === "asked" ? t("being reviewed") : "…";
}
