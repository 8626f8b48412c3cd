/** The boards of a class on paper and as a file: answers, hand records, a page for each seat, PBN. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { dealFromHands, parseHand } from "../../bridge/hand";
import { type Seat, SEAT_NAMES, SEATS } from "../../bridge/table";
import { download } from "../../export/download";
import { msg, plural, t } from "../../i18n/translate";
import { tableText } from "../../insight/format";
import { isQuietPass } from "../../insight/message";
import { contractName } from "../../insight/verdicts";
import {
  type ClassBoard,
  classBoard,
  type ClassSet,
  numbersOf,
  type SheetBoard,
  themeName,
} from "../../practice/class-set";
import { NOT_SENT, type PracticeProps } from "../../practice/practice-state";
import { fetchDocument } from "../../service/client";
import type { Theme } from "../../service/practice-boards";
import type { Schemas } from "../../service/types";
import { cardText, useVocabulary } from "../common/cards";
import { Button, Choice, Complaints } from "../common/fields";
import { CallNotes, FourHands, PrintedAuction, SuitList } from "../export/position-parts";

type Sheet = "answers" | "hands" | "seats";

const SHEET_NAMES: Record<Sheet, string> = {
  answers: msg("Answer sheet"),
  hands: msg("Four hands a board"),
  seats: msg("A page a seat"),
};

interface Props extends PracticeProps {
  set: ClassSet;
  themes: readonly Theme[];
}

/** A board with its number and hands. */
interface NumberedBoard {
  code: string;
  number: number;
  board: ClassBoard;
}

export function SetSheets({ set, themes, state, dispatch }: Props) {
  const [sheet, setSheet] = useState<Sheet>("answers");
  const numbers = numbersOf(set);
  const boards = set.boards.flatMap((code, place): NumberedBoard[] => {
    const board = classBoard(code, state.classroom.boards);
    return board === null ? [] : [{ code, number: numbers[place]!, board }];
  });
  const whole = boards.length === set.boards.length;
  const title = themeName(themes, set.theme);
  const byNumber = boards.toSorted((a, b) => a.number - b.number);
  return (
    <section class="answers" aria-labelledby="answers-title">
      <h3 id="answers-title">{t("Sheets and files")}</h3>
      <Choice
        legend={t("On paper")}
        name="class-sheet"
        options={Object.keys(SHEET_NAMES) as Sheet[]}
        value={sheet}
        label={(one) => t(SHEET_NAMES[one])}
        onChange={setSheet}
      />
      <div class="row">
        {sheet === "answers" ? (
          <AnswersButton set={set} state={state} dispatch={dispatch} />
        ) : (
          <PrintButton disabled={!whole} />
        )}
        <PbnButton title={title} boards={byNumber} disabled={!whole} />
      </div>
      {whole && sheet === "answers" && (
        <Answers set={set} title={title} boards={boards} answers={state.classroom.sheet} />
      )}
      {whole && sheet === "hands" && <HandRecords title={title} boards={byNumber} />}
      {whole && sheet === "seats" && <SeatPages title={title} boards={byNumber} />}
    </section>
  );
}

function PrintButton({ disabled = false }: { disabled?: boolean }) {
  return (
    <Button disabled={disabled} onClick={() => print()}>
      {t("Print")}
    </Button>
  );
}

/** Has the answers made, board by board, then prints them. */
function AnswersButton({ set, state, dispatch }: Omit<Props, "themes">) {
  const { faults } = state.forms["sheet board"] ?? NOT_SENT;
  const { system, boards } = set;
  const left = boards.filter((code) => !(code in state.classroom.sheet));
  const [code] = left;
  if (code === undefined) return <PrintButton />;
  const [done, count] = [boards.length - left.length, boards.length];
  return (
    <>
      <Button
        disabled={faults === null}
        onClick={() => dispatch({ type: "form sent", need: { kind: "sheet board", code, system } })}
      >
        {faults?.length ? t("Try again") : t("Make the answer sheet")}
      </Button>
      <span role="status" class="hint">
        {faults === null && t("{done} of {count} boards", { done, count })}
      </span>
      <Complaints texts={faults?.slice(0, 1) ?? null} />
    </>
  );
}

interface PbnProps {
  title: string;
  boards: readonly NumberedBoard[];
  disabled: boolean;
}

function PbnButton({ title, boards, disabled }: PbnProps) {
  const [fault, setFault] = useState<string | null>(null);
  const save = async () => {
    const written = boards.map(({ number, board: { dealer, vulnerability, hands } }) => ({
      event: title,
      number,
      dealer,
      vulnerability,
      hands,
    }));
    const file: Schemas["NewFile"] = { format: "pbn", boards: written };
    const outcome = await fetchDocument<string>("/api/v1/files", new AbortController().signal, file);
    setFault("failure" in outcome ? outcome.failure.title : null);
    if (!("failure" in outcome)) download("bridgeviz-class.pbn", outcome.result, "text/x-pbn");
  };
  return (
    <>
      <Button disabled={disabled} onClick={save}>
        {t("PBN file")}
      </Button>
      <Complaints texts={[fault]} />
    </>
  );
}

interface SheetProps {
  title: string;
  boards: readonly NumberedBoard[];
}

/** All hands, the robots' auctions, and what each call says; once all are made. */
function Answers({ set, title, boards, answers }: SheetProps & { set: ClassSet; answers: Record<string, SheetBoard> }) {
  const vocabulary = useVocabulary(set.system);
  if (boards.some(({ code }) => !(code in answers))) return null;
  return (
    <div class="answer-sheet">
      <SheetHead title={title}>
        {t("Both sides play {system}.", { system: cardText(set.system, vocabulary) })}
      </SheetHead>
      {boards.map(({ code, ...board }) => (
        <AnswerBoard {...board} answer={answers[code]!} />
      ))}
    </div>
  );
}

function SheetHead({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <header>
      <h2>{title}</h2>
      <p>{children}</p>
    </header>
  );
}

function AnswerBoard({ number, board, answer }: Omit<NumberedBoard, "code"> & { answer: SheetBoard }) {
  const { explanation, contract } = answer;
  const { position, calls, interval_level } = explanation;
  const told = calls.filter((meaning) => !isQuietPass(meaning));
  const isTold = (index: number) => told.some((meaning) => meaning.index === index);
  return (
    <article class="answer-board">
      <h3>{t("Board {number}", { number })}</h3>
      <div class="answer-columns">
        <div>
          <p>{tableText(board)}</p>
          <FourHands deal={dealFromHands(board.hands)!} />
        </div>
        <div>
          <PrintedAuction position={position} note={(index) => isTold(index) && <sup>{index + 1}</sup>} />
          <p>{contract === null ? t("passed out") : contractName(contract)}</p>
        </div>
      </div>
      <CallNotes calls={told} level={interval_level} />
    </article>
  );
}

/** All hands of each board, as clubs print them. */
function HandRecords({ title, boards }: SheetProps) {
  return (
    <div class="answer-sheet">
      <SheetHead title={title}>{plural("{count} board", "{count} boards", boards.length)}</SheetHead>
      <div class="hand-records">
        {boards.map(({ number, board }) => (
          <article class="answer-board">
            <h3>{t("Board {number}", { number })}</h3>
            <p>{tableText(board)}</p>
            <FourHands deal={dealFromHands(board.hands)!} />
          </article>
        ))}
      </div>
    </div>
  );
}

/** A page for the player at each seat, who sees that seat's hands alone. */
function SeatPages({ title, boards }: SheetProps) {
  return (
    <div class="answer-sheet">
      {SEATS.map((seat) => (
        <section class="seat-page">
          <SheetHead title={t(SEAT_NAMES[seat])}>{title}</SheetHead>
          <div class="hand-records">
            {boards.map((board) => (
              <SeatBoard {...board} seat={seat} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function SeatBoard({ number, board, seat }: NumberedBoard & { seat: Seat }) {
  return (
    <article class="answer-board">
      <h3>{t("Board {number}", { number })}</h3>
      <p>{tableText(board)}</p>
      <SuitList cards={parseHand(board.hands[seat]).cards} />
    </article>
  );
}
