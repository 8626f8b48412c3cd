/** The end of a board: four hands, every call graded, what makes, and IMPs against robots. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import type { Call } from "../../bridge/calls";
import { addressOf, copyText } from "../../export/download";
import { t } from "../../i18n/translate";
import { tableText } from "../../insight/format";
import { misunderstandings } from "../../insight/misunderstandings";
import { GRADE_NAMES } from "../../insight/verdicts";
import {
  callLink,
  compareAuctions,
  explainerLink,
  type FinishedBoard,
  impsText,
  lostInTens,
  problemAt,
  problemTurn,
  resultTexts,
  scoreSourceText,
  totalLost,
} from "../../practice/board-result";
import { boardName, isLastOfSet } from "../../practice/class-set";
import { callsOf, firstMadeCalls } from "../../practice/finished";
import { boardsLeft } from "../../practice/pair-reducer";
import { type GradedCall, nameOfSource, type OwnCall } from "../../practice/played-board";
import type { PracticeProps } from "../../practice/practice-state";
import { fileEndingWith } from "../../practice/practice-storage";
import { randomSeed } from "../../practice/trick-quiz";
import { Disclosure } from "../common/disclosure";
import { Button, TableHead } from "../common/fields";
import { CallText, ColouredText } from "../common/pips";
import { PrintedAuction } from "../export/position-parts";
import { PairCard } from "./pair-card";
import { GradedAuction, GradeMark } from "../review/graded-auction";
import { DealDiagram, TricksTable } from "../review/tricks-table";
import { ContractVerdict, VerdictList } from "../review/verdict-list";

interface Props extends PracticeProps {
  board: FinishedBoard;
}

export function BoardEnd(props: Props) {
  const { state, board } = props;
  const { players } = board;
  const { review } = state.ending;
  const name = boardName(state);
  const calls = firstMadeCalls(state);
  const onOpen = (index: number) => window.open(callLink(board, index), "_blank");
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section class="panel review board-end" aria-labelledby="board-end-title">
      <header>
        <h2 id="board-end-title" ref={title} tabIndex={-1}>
          {name === null ? t("The board is over") : t("{board} is over", { board: name })}
        </h2>
        <p class="hint">{tableText(board)}</p>
      </header>
      {state.pair !== null && <Misunderstandings {...props} />}
      {state.pair !== null && <PairCard pair={state.pair} board={board} dispatch={props.dispatch} />}
      <div class="review-columns">
        <div class="review-column">
          <AgainstRobots {...props} />
          <Actions {...props} calls={calls} />
          <GradedAuction table={board} review={review} onOpen={onOpen} />
          {calls.length > 0 && (
            <GradedCalls id="own-calls" title={t("Your calls")} calls={calls} auction={board.auction} />
          )}
          {review !== null && players[1] !== undefined && (
            <GradedCalls
              id="partner-calls"
              title={t("Partner's calls")}
              calls={callsOf(review, players[1])}
              auction={board.auction}
            />
          )}
          {review !== null && (
            <Disclosure summary={t("The auction as it ended, in words")}>
              {() => <VerdictList review={review} own={players.length === 1 ? players[0] : null} onOpen={onOpen} />}
            </Disclosure>
          )}
        </div>
        <div class="review-column">
          <DealDiagram hands={board.hands} />
          {review !== null && <ContractVerdict review={review} />}
          {review?.makes && <TricksTable makes={review.makes} />}
        </div>
      </div>
    </section>
  );
}

/** Where the partners' hands and answers say something else than their card; nothing where they agree. */
function Misunderstandings({ state, board }: Props) {
  const { explanation, ending } = state;
  const answer = explanation?.answer;
  if (answer === undefined || ending.review === null) return null;
  if (answer.position.auction.length !== board.auction.length) return null;
  const texts = misunderstandings(answer, ending.review, board.hands, board.players);
  if (texts.length === 0) return null;
  return (
    <section class="misunderstandings" aria-labelledby="misunderstandings-title">
      <h3 id="misunderstandings-title">{t("Where you may have meant different things")}</h3>
      <ul>
        {texts.map((text) => (
          <li>
            <ColouredText text={text} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The player's contract and score against the robots', and their auction. */
function AgainstRobots({ board, state }: Props) {
  const { review, robots, robotReview } = state.ending;
  const failed = Object.keys(state.failures).length > 0;
  const awaited = review === null || robotReview === null;
  const comparison = awaited ? null : compareAuctions(review, robotReview, board.players[0]);
  return (
    <section class="against-robots" aria-labelledby="robots-title">
      <h3 id="robots-title">{t("Against the robots' own auction")}</h3>
      <div role="status">
        {comparison !== null && (
          <>
            <p>
              {resultTexts(comparison).map((text) => (
                <>
                  <span class="table-result">
                    <ColouredText text={text} />
                  </span>{" "}
                </>
              ))}
            </p>
            <p class="imps">{impsText(comparison)}</p>
            <p class="hint">{scoreSourceText(comparison)}</p>
          </>
        )}
        {awaited && !failed && <p class="hint">{t("Reviewing the auction …")}</p>}
      </div>
      <details>
        <summary>{t("The robots' auction")}</summary>
        {robots !== null && (
          <PrintedAuction
            position={{ dealer: board.dealer, auction: [...robots.auction] }}
            lookedUp={{ ...board, auction: robots.auction }}
          />
        )}
      </details>
    </section>
  );
}

function Actions({ board, state, calls, dispatch }: Props & { calls: readonly OwnCall[] }) {
  return (
    <div class="row board-actions">
      {isLastOfSet(state) ? (
        <>
          <p class="set-done">
            {(state.lesson?.pupil ?? null) === null
              ? t("All boards of the class are done. Give your teacher the file of your progress.")
              : t("All boards of the class are done. Your teacher has your first answers.")}
          </p>
          <Button class="primary" onClick={() => dispatch({ type: "view shown", view: "progress" })}>
            {t("Go to the file")}
          </Button>
        </>
      ) : state.pair !== null && state.pair.deal === state.pair.table?.deal && boardsLeft(state.pair) === 0 ? (
        <>
          <p class="set-done">{t("That was the last of these boards.")}</p>
          <BackToFile last={state.pair.token} class="button primary" />
          <Button onClick={() => dispatch({ type: "table left" })}>{t("Practise alone")}</Button>
        </>
      ) : (
        <>
          <Button class="primary" onClick={() => dispatch({ type: "board wanted", seed: randomSeed() })}>
            {t("Next board")}
          </Button>
          {state.queue.length === 0 && state.board?.source && (
            <BackToFile last={nameOfSource(state.board.source)} class="quiet" />
          )}
        </>
      )}
      {state.pair === null && (
        <Button onClick={() => dispatch({ type: "board replayed", seed: randomSeed() })}>
          {t("Bid this board again")}
        </Button>
      )}
      <a class="quiet" href={explainerLink(board)}>
        {t("Open in the explainer")}
      </a>
      <CopyProblem board={board} calls={calls} />
    </div>
  );
}

/** The way back to the file of boards of which this was the last. */
function BackToFile({ last, class: look }: { last: string; class: string }) {
  const file = useMemo(() => fileEndingWith(last), [last]);
  return file === null ? null : (
    <a class={look} href={`/#boards=${file}`}>
      {t("Back to the file")}
    </a>
  );
}

/** The button that copies a practice board as a problem. */
function CopyProblem({ board, calls }: { board: FinishedBoard; calls: readonly GradedCall[] }) {
  const [copied, setCopied] = useState<{ link: string; done: boolean } | null>(null);
  const link = addressOf(problemAt(board, problemTurn(board, calls)), "/");
  const shown = copied?.link === link ? copied : null;
  return (
    <>
      <Button onClick={async () => setCopied({ link, done: await copyText(link) })}>{t("Copy as a problem")}</Button>
      <span class="hint" role="status">
        {shown?.done === true && t("Problem copied: your hand and the calls so far, with the answer hidden.")}
        {shown?.done === false && <a href={link}>{t("Copying failed: here is the problem's link.")}</a>}
      </span>
    </>
  );
}

interface GradedCallsProps {
  id: string;
  title: string;
  calls: readonly OwnCall[];
  auction: readonly Call[];
}

/** The calls of one of the players as first made, with their grades and the points that they lost. */
function GradedCalls({ id, title, calls, auction }: GradedCallsProps) {
  return (
    <section class="own-calls" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      <table class="numbers">
        <TableHead names={[t("Call"), t("Usual"), t("Grade"), t("Points lost")]} />
        <tbody>
          {calls.map((call) => (
            <CallRow call={call} final={auction[call.index]} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t("All together")}
            </th>
            <td>{totalLost(calls)}</td>
          </tr>
        </tfoot>
      </table>
      <p class="hint">{t("Mistakes only: the average against the usual call.")}</p>
    </section>
  );
}

/** A call; where it was tried again, with the one that took its place. */
function CallRow({ call, final }: { call: OwnCall; final: Call | undefined }) {
  const { grade, usual, best } = call;
  const lost = lostInTens(call);
  return (
    <tr>
      <th scope="row">
        <CallText call={call.call} />
        {final !== undefined && final !== call.call && (
          <span class="hint">
            {" "}
            {t("then")} <CallText call={final} />
          </span>
        )}
      </th>
      <td>
        <CallText call={usual} />
        {best !== null && best !== call.call && (
          <p class="hint">
            <CallText call={best} /> {t("scores best")}
          </p>
        )}
      </td>
      <td class={`grade-${grade}`}>
        <GradeMark grade={grade} /> {t(GRADE_NAMES[grade])}
      </td>
      <td>{lost === null ? "–" : lost}</td>
    </tr>
  );
}
