/** The page for teachers: boards for a class, their answers, and what the pupils made of them. */

import { useEffect, useRef, useState } from "preact/hooks";

import { dealFromHands } from "../../bridge/hand";
import { SYSTEM_NAMES } from "../../bridge/table";
import { plural, t } from "../../i18n/translate";
import { tableText } from "../../insight/format";
import { contractName } from "../../insight/verdicts";
import { type ClassSet, fetchSheet, formatSet, type SheetBoard, themeName } from "../../practice/class-set";
import type { Classroom, PracticeProps } from "../../practice/practice-state";
import { randomSeed } from "../../practice/trick-quiz";
import type { Failure } from "../../service/failure";
import type { Theme } from "../../service/practice-boards";
import { Button } from "../common/fields";
import { FourHands, PrintedAuction } from "../export/position-parts";
import { PupilTable } from "./pupil-table";
import { SetForm } from "./set-form";
import { ShareLink } from "./share-link";

const FIRST_COUNT = 8;
/** Seeds of four figures can be dictated. */
const SEEDS = 10_000;

export function ClassView({ state, dispatch }: PracticeProps) {
  const { system, theme, level } = state.settings;
  const { set, files, sheet, ...classroom } = state.classroom;
  const [seed] = useState(() => randomSeed() % SEEDS);
  const wanted = classroom.wanted ?? { system, theme, level, count: FIRST_COUNT, seed };
  const change = (changes: Partial<Classroom>) => dispatch({ type: "class changed", classroom: changes });
  return (
    <section class="panel class-page" aria-labelledby="class-title">
      <h2 id="class-title">{t("For a class")}</h2>
      <SetForm
        wanted={wanted}
        themes={state.themes[wanted.system] ?? null}
        onChange={(changed) => change({ wanted: changed })}
        onSet={(chosen) => change({ set: chosen })}
      />
      {set !== null && (
        <>
          <SetLink set={set} themes={state.themes[set.system] ?? []} />
          <PupilTable
            set={set}
            files={files}
            onFile={(file) => dispatch({ type: "pupil file opened", file })}
            onClose={() => change({ files: [] })}
          />
          <AnswerSheet
            key={formatSet(set)}
            set={set}
            boards={sheet}
            themes={state.themes[set.system] ?? []}
            onBoard={(board) => dispatch({ type: "sheet board made", board })}
          />
        </>
      )}
    </section>
  );
}

interface Props {
  set: ClassSet;
  themes: readonly Theme[];
}

/** The link of a set for the pupils: to copy, and as a QR code. */
function SetLink({ set, themes }: Props) {
  return (
    <section class="set-link" aria-labelledby="set-link-title">
      <h3 id="set-link-title">{t("For the pupils")}</h3>
      <p role="status">
        {t("{boards}, {theme}. Both sides play {system}.", {
          boards: plural("{count} board", "{count} boards", set.boards.length),
          theme: themeName(themes, set.theme),
          system: t(SYSTEM_NAMES[set.system]),
        })}
      </p>
      <ShareLink
        id="set-address"
        label={t("The link of the boards")}
        fragment={formatSet(set)}
        opens={t("Open the boards")}
      />
      <p class="hint">{t("At the end each pupil exports the progress and gives you the file.")}</p>
    </section>
  );
}

interface AnswerSheetProps {
  set: ClassSet;
  /** Those of the set that have come. */
  boards: readonly SheetBoard[];
  themes: readonly Theme[];
  onBoard: (board: SheetBoard) => void;
}

/** The answers to a set, to be printed: all hands, and the robots' auctions. */
function AnswerSheet({ set, boards, themes, onBoard }: AnswerSheetProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const request = useRef(new AbortController());
  useEffect(() => () => request.current.abort(), []);
  const fetchBoards = async () => {
    setPending(true);
    setFailure(null);
    try {
      setFailure(await fetchSheet(set, boards.length, request.current.signal, onBoard));
      setPending(false);
    } catch {
      // Other boards were chosen.
    }
  };
  const [done, count] = [boards.length, set.boards.length];
  return (
    <section class="answers" aria-labelledby="answers-title">
      <h3 id="answers-title">{t("Answer sheet")}</h3>
      <p>{t("All four hands of each board, and how robots bid it.")}</p>
      <div class="row">
        {done < count ? (
          <Button disabled={pending} onClick={() => void fetchBoards()}>
            {failure === null ? t("Make the answer sheet") : t("Try again")}
          </Button>
        ) : (
          <Button onClick={() => print()}>{t("Print the answer sheet")}</Button>
        )}
        <span role="status" class="hint">
          {pending && t("{done} of {count} boards", { done, count })}
        </span>
      </div>
      <div role="alert">{failure !== null && <p class="complaint">{failure.title}</p>}</div>
      {done === count && (
        <div class="answer-sheet">
          <header>
            <h2>{themeName(themes, set.theme)}</h2>
            <p>{t("Both sides play {system}.", { system: t(SYSTEM_NAMES[set.system]) })}</p>
          </header>
          {boards.map((answer, place) => (
            <AnswerBoard number={place + 1} answer={answer} />
          ))}
        </div>
      )}
    </section>
  );
}

interface BoardProps {
  number: number;
  answer: SheetBoard;
}

function AnswerBoard({ number, answer: { board, auction, contract } }: BoardProps) {
  const { dealer, hands } = board;
  return (
    <article class="answer-board">
      <h3>{t("Board {number}", { number })}</h3>
      <div class="answer-columns">
        <FourHands deal={dealFromHands(hands)!} />
        <div>
          <p>{tableText(board)}</p>
          <PrintedAuction position={{ dealer, auction: [...auction] }} />
          <p>{contract === null ? t("passed out") : contractName(contract)}</p>
        </div>
      </div>
    </article>
  );
}
