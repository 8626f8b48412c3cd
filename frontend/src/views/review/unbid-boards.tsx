/** Boards without an auction, as clubs publish them: what robots bid, par, and the way to bid them. */

import { SEATS, sideOf } from "../../bridge/table";
import { plural, t } from "../../i18n/translate";
import { type BoardRow, sideOfPlayer } from "../../insight/board-rows";
import { formatSigned } from "../../insight/contracts";
import { contractName, contractResult } from "../../insight/verdicts";
import { bidInTurn, boardToBid } from "../../practice/mistakes";
import { formatBoard } from "../../practice/practice-link";
import type { RobotCalls } from "../../service/practice-boards";
import type { Loadable } from "../../service/requests";
import type { Review, ReviewRequest } from "../../service/types";
import type { BoardList } from "../../state/reviews";
import { AuctionHead, AuctionRows } from "../common/auction-table";
import { FailureNote } from "../common/fields";
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
    <p>
      {t("These boards have no auction: open one for par, what makes and how robots bid it.")}{" "}
      <a class="button primary" href={`/practice/#${formatBoard(first)}`} onClick={() => bidInTurn(boards)}>
        {plural("Bid this board", "Bid these {count} boards", boards.length)}
      </a>
    </p>
  );
}

interface Props {
  request: ReviewRequest;
  review: Review | null;
  robots: Loadable<RobotCalls> | undefined;
}

/** How robots bid a board without an auction, and the ways to bid it. */
export function UnbidBoard({ request, review, robots }: Props) {
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
            <AuctionRows dealer={request.dealer} auction={robots.result.auction} next={() => <td>?</td>}>
              {({ call }) => (
                <td>
                  <CallText call={call} />
                </td>
              )}
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
      <p>{t("What did you bid? Enter the calls of your table in the auction, then choose “Review the auction”.")}</p>
    </section>
  );
}

/** "4♠ by South: just made." of a contract and the tricks that it makes. */
function reachedText(contract: string | null, review: Review | null): string {
  if (contract === null) return t("Passed out.");
  const result = contractResult(contract, review);
  const name = contractName(contract);
  return result === null ? name : t("{contract}: {result}, double dummy.", { contract: name, result });
}
