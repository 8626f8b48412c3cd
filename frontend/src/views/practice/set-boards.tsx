/** The boards of a class as the teacher edits them: looked at, put in order, exchanged, left out. */

import { useState } from "preact/hooks";

import { callSymbol } from "../../bridge/calls";
import { dealFromHands, highCardPoints, parseHand } from "../../bridge/hand";
import { SEAT_NAMES, seatAfter } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { tableText } from "../../insight/format";
import { type FinishedBoard, playerTurns, problemAt, problemTurn } from "../../practice/board-result";
import {
  type ClassBoard,
  classBoard,
  type ClassSet,
  numbersOf,
  withEarlier,
  withInstead,
} from "../../practice/class-set";
import { NOT_SENT, type PracticeProps } from "../../practice/practice-state";
import { randomSeed } from "../../practice/trick-quiz";
import { isSearched } from "../../service/practice-boards";
import { Disclosure } from "../common/disclosure";
import { Button, Complaints, Select } from "../common/fields";
import { FourHands } from "../export/position-parts";
import { ShareLink } from "./share-link";

/** As many as the service deals at once, so that one is none of the class's. */
const DEALT = 32;

interface Props extends PracticeProps {
  set: ClassSet;
}

export function SetBoards({ set, state, dispatch }: Props) {
  const { boards, wanted } = state.classroom;
  const { faults } = state.forms["other board"] ?? NOT_SENT;
  const need = state.forms["other board"]?.need;
  const numbers = numbersOf(set);
  const change = (changed: ClassSet) => dispatch({ type: "class changed", classroom: { set: changed } });
  const exchange = (code: string) => {
    const { system, theme } = set;
    // A link does not say how hard its boards are.
    const level = wanted?.system === system && wanted.theme === theme ? wanted.level : null;
    const kind = { system, theme, level };
    const other = { seed: randomSeed(), count: isSearched(kind) ? 1 : DEALT, ...kind };
    dispatch({ type: "form sent", need: { kind: "other board", wanted: other, set, code } });
  };
  return (
    <section aria-labelledby="set-boards-title">
      <h3 id="set-boards-title">{t("The boards")}</h3>
      <p class="hint">
        {t("Each number has the dealer and the vulnerability that a board of this number has at a table.")}
      </p>
      <ol class="set-boards">
        {set.boards.map((code, place) => {
          const name = t("Board {number}", { number: numbers[place]! });
          const action = (text: string, onClick: () => void, disabled: boolean) => (
            <Button disabled={disabled} onClick={onClick}>
              {text}
              <span class="unseen"> {name}</span>
            </Button>
          );
          return (
            <li key={code}>
              <BoardLine name={name} board={classBoard(code, boards)} />
              <div class="row">
                {action(t("Earlier"), () => change(withEarlier(set, code)), place === 0)}
                {action(t("Exchange"), () => exchange(code), faults === null)}
                {action(t("Leave out"), () => change(withInstead(set, code, [])), set.boards.length === 1)}
              </div>
              <ProblemOf code={code} number={numbers[place]!} name={name} set={set} state={state} dispatch={dispatch} />
              {need?.kind === "other board" && need.code === code && (
                <>
                  <Complaints texts={faults?.slice(0, 1) ?? null} />
                  <p class="hint" role="status">
                    {faults === null && t("Another board is being dealt …")}
                  </p>
                </>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface ProblemProps extends Props {
  code: string;
  number: number;
  name: string;
}

/** A call of the pupil's, as robots bid the board, as a problem to pass on. */
function ProblemOf({ code, number, name, set, state, dispatch }: ProblemProps) {
  const [turn, setTurn] = useState<string | null>(null);
  const { sheet, boards } = state.classroom;
  const { faults } = state.forms["sheet board"] ?? NOT_SENT;
  const [board, answer] = [classBoard(code, boards), sheet[code]];
  const bid = () => {
    if (answer !== undefined || faults === null) return;
    dispatch({ type: "form sent", need: { kind: "sheet board", code, system: set.system, alone: true } });
  };
  const link = () => {
    if (answer === undefined || board === null) {
      return (
        <>
          <p class="hint" role="status">
            {faults === null && t("The robots are bidding …")}
          </p>
          <Complaints texts={faults?.slice(0, 1) ?? null} />
          {faults !== null && <Button onClick={bid}>{t("Try again")}</Button>}
        </>
      );
    }
    const { auction, systems } = answer.explanation.position;
    const finished: FinishedBoard = { ...board, number, systems, auction, players: [board.seat] };
    const chosen = turn ?? String(problemTurn(finished, []));
    return (
      <div class="board-problem">
        <Select
          label={t("The call to find")}
          id={`turn-${code}`}
          options={playerTurns(finished).map(String)}
          value={chosen}
          text={(one) => callName(finished, Number(one))}
          onChange={setTurn}
        />
        <ShareLink
          id={`problem-${code}`}
          label={t("The link of the problem")}
          fragment={problemAt(finished, Number(chosen))}
          page="/"
          opens={t("Open the problem")}
        />
      </div>
    );
  };
  return (
    <Disclosure summary={t("As a problem")} whose={name} onOpen={bid}>
      {link}
    </Disclosure>
  );
}

/** "3. South 2♣". */
function callName({ dealer, auction }: FinishedBoard, index: number): string {
  const values = { number: index + 1, seat: t(SEAT_NAMES[seatAfter(dealer, index)]) };
  return t("{number}. {seat} {call}", { ...values, call: callSymbol(auction[index]!) });
}

function BoardLine({ name, board }: { name: string; board: ClassBoard | null }) {
  if (board === null) return <b>{name}</b>;
  const seat = t(SEAT_NAMES[board.seat]);
  const points = highCardPoints(parseHand(board.hands[board.seat]).cards);
  return (
    <>
      <p>
        <b>{name}</b> <span class="hint">{tableText(board)}</span>
      </p>
      <Disclosure summary={t("The pupil is {seat}: {points} HCP", { seat, points })} whose={name}>
        {() => <FourHands deal={dealFromHands(board.hands)!} />}
      </Disclosure>
    </>
  );
}
