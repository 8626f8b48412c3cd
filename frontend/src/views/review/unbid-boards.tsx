/** Boards without an auction, as clubs publish them: what robots bid, par, and the way to bid them. */

import { useState } from "preact/hooks";

import { isOver } from "../../bridge/auction";
import type { Call } from "../../bridge/calls";
import { SEATS, sideOf } from "../../bridge/table";
import { plural, t } from "../../i18n/translate";
import { type BoardRow, sideOfPlayer } from "../../insight/board-rows";
import { formatSigned } from "../../insight/contracts";
import { contractName, contractResult } from "../../insight/verdicts";
import { setOf, tableBoard } from "../../practice/class-set";
import { bidInTurn, boardToBid } from "../../practice/mistakes";
import { openSeats } from "../../practice/pair-storage";
import type { QueuedBoard } from "../../practice/played-board";
import { formatBoard, formatSeat } from "../../practice/practice-link";
import { saveFile } from "../../practice/practice-storage";
import type { Failure } from "../../service/failure";
import type { RobotCalls } from "../../service/practice-boards";
import type { Loadable } from "../../service/requests";
import type { Review, ReviewRequest } from "../../service/types";
import type { BoardList } from "../../state/reviews";
import type { Dispatch } from "../../state/state";
import { AuctionHead, AuctionRows, ToCall } from "../common/auction-table";
import { BiddingBox } from "../common/bidding-box";
import { Button, FailureNote } from "../common/fields";
import { CallText, ColouredText } from "../common/pips";

/** The par of a board without an auction; null where it is not known. */
export function parContract({ board, review }: BoardRow) {
  const par = review?.par ?? null;
  if (board.auction.length > 0 || par === null) return null;
  const [contract] = par.contracts;
  const name = contract === undefined ? t("passed out") : contractName(contract);
  return <ColouredText text={t("par: {contract}, {score}", { contract: name, score: formatSigned(par.score) })} />;
}

/** The way to bid the boards of a file that has no auctions, one after the other. */
export function BidTheseBoards({ list }: { list: BoardList }) {
  const boards = list.boards.flatMap(({ board, request }) => {
    if (request === null || board.auction.length > 0) return [];
    const side = sideOfPlayer(board, list.filter.player) ?? "ns";
    const named = SEATS.find((seat) => board.players?.[seat] === list.filter.player && sideOf(seat) === side);
    const found = boardToBid(request, list.filter.player === "" ? "S" : (named ?? (side === "ns" ? "S" : "E")));
    return found === null ? [] : [{ ...found, number: board.number }];
  });
  const [first] = boards;
  if (first === undefined) return null;
  return (
    <section class="unbid">
      <p>{t("These boards have no auction: open one for par, what makes and how robots bid it.")}</p>
      <div class="row">
        <a class="button primary" href={`/practice/#${formatBoard(first)}`} onClick={() => bidInTurn(boards, list.id)}>
          {plural("Bid this board", "Bid these {count} boards", boards.length)}
        </a>
        <BidWithPartner boards={boards} file={list.id} />
      </div>
    </section>
  );
}

/** Opens a table for two with the boards of a file, as many as a link holds, at the seat of the first. */
function BidWithPartner({ boards, file }: { boards: readonly QueuedBoard[]; file: string }) {
  const [opening, setOpening] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const set = setOf(boards);
  const count = set.boards.length;
  async function open() {
    setOpening(true);
    const { system } = set;
    const { source } = boards[0]!;
    const table = { ...tableBoard(set, 0)!, systems: { ns: system, ew: system }, draw: null };
    const opened = await openSeats(table, "seat" in source ? source.seat : "S", new AbortController().signal);
    setOpening(false);
    if ("failure" in opened) return setFailure(opened.failure);
    saveFile(file, opened.result);
    location.assign(`/practice/#${formatSeat({ token: opened.result, theme: null, level: null, set })}`);
  }
  return (
    <>
      <Button disabled={opening} onClick={() => void open()}>
        {plural("Bid it with partner", "Bid {count} boards with partner", count)}
      </Button>
      {failure !== null && <FailureNote failure={failure} />}
    </>
  );
}

interface Props {
  request: ReviewRequest;
  review: Review | null;
  robots: Loadable<RobotCalls> | undefined;
  dispatch: Dispatch;
}

/** How robots bid a board without an auction, and the ways to bid it. */
export function UnbidBoard({ request, review, robots, dispatch }: Props) {
  const board = boardToBid(request, "S");
  return (
    <section class="robots" aria-labelledby="robots-title">
      <h3 id="robots-title">{t("The robots' auction")}</h3>
      {robots?.kind === "failed" && <FailureNote failure={robots.failure} />}
      {robots?.kind === "there" ? (
        <>
          <table class="auction">
            <caption class="unseen">{t("The robots' auction")}</caption>
            <AuctionHead vulnerability={request.vulnerability} own={null} whole />
            <AuctionRows
              dealer={request.dealer}
              auction={robots.result.auction}
              lookedUp={{ ...request, auction: robots.result.auction }}
              next={() => null}
            >
              {({ call }) => <CallText call={call} />}
            </AuctionRows>
          </table>
          <p>
            <ColouredText text={reachedText(robots.result.contract, review)} />
          </p>
        </>
      ) : (
        robots?.kind !== "failed" && <p class="hint">{t("Robots are bidding …")}</p>
      )}
      {board !== null && (
        <p>
          <a href={`/practice/#${formatBoard(board)}`} target="_blank">
            {t("Bid this board")}
          </a>
        </p>
      )}
      <h3>{t("What did you bid?")}</h3>
      <AuctionEntry key={JSON.stringify(request.hands)} request={request} dispatch={dispatch} />
    </section>
  );
}

/** The entry of the auction that a table had, to be reviewed like those of files. */
function AuctionEntry({ request, dispatch }: Pick<Props, "request" | "dispatch">) {
  const { dealer, vulnerability } = request;
  const [auction, setAuction] = useState<readonly Call[]>([]);
  const over = isOver(auction);
  return (
    <div class="auction-entry">
      <p class="hint">{t("Enter the calls of your table, passes too: they are reviewed, and stay with this file.")}</p>
      <table class="auction">
        <caption class="unseen">{t("What did you bid?")}</caption>
        <AuctionHead vulnerability={vulnerability} own={null} dealer={dealer} whole />
        <AuctionRows dealer={dealer} auction={auction} next={(seat) => <ToCall seat={seat} />}>
          {({ call }) => <CallText call={call} />}
        </AuctionRows>
      </table>
      {!over && <BiddingBox dealer={dealer} auction={auction} onCall={(call) => setAuction([...auction, call])} />}
      <div class="row">
        <Button
          class="primary"
          aria-disabled={!over}
          onClick={() => over && dispatch({ type: "auction entered", auction })}
        >
          {t("Review the auction")}
        </Button>
        <Button disabled={auction.length === 0} onClick={() => setAuction(auction.slice(0, -1))}>
          {t("Take back")}
        </Button>
      </div>
    </div>
  );
}

/** "4♠ by South: just made." of a contract and the tricks that it makes. */
function reachedText(contract: string | null, review: Review | null): string {
  if (contract === null) return t("Passed out.");
  const result = contractResult(contract, review);
  const name = contractName(contract);
  return result === null ? name : t("{contract}: {result}, double dummy.", { contract: name, result });
}
