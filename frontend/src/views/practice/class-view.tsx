/** The page for teachers: boards for a class, their answers, and what the pupils made of them. */

import { dealFromHands } from "../../bridge/hand";
import { plural, t } from "../../i18n/translate";
import { tableText } from "../../insight/format";
import { contractName } from "../../insight/verdicts";
import { type ClassSet, formatSet, type SheetBoard, themeName } from "../../practice/class-set";
import { NOT_SENT, type PracticeProps } from "../../practice/practice-state";
import type { Theme } from "../../service/practice-boards";
import { cardText, useVocabulary } from "../common/cards";
import { Button, Complaints } from "../common/fields";
import { FourHands, PrintedAuction } from "../export/position-parts";
import { PupilTable } from "./pupil-table";
import { SetForm } from "./set-form";
import { ShareLink } from "./share-link";

export function ClassView({ state, dispatch }: PracticeProps) {
  const { set } = state.classroom;
  return (
    <section class="panel class-page" aria-labelledby="class-title">
      <h2 id="class-title">{t("For a class")}</h2>
      <SetForm state={state} dispatch={dispatch} />
      {set !== null && (
        <>
          <SetLink set={set} themes={state.themes[set.system] ?? []} />
          <PupilTable set={set} files={state.classroom.files} dispatch={dispatch} />
          <AnswerSheet set={set} themes={state.themes[set.system] ?? []} state={state} dispatch={dispatch} />
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
  const vocabulary = useVocabulary(set.system);
  return (
    <section class="set-link" aria-labelledby="set-link-title">
      <h3 id="set-link-title">{t("For the pupils")}</h3>
      <p role="status">
        {t("{boards}, {theme}. Both sides play {system}.", {
          boards: plural("{count} board", "{count} boards", set.boards.length),
          theme: themeName(themes, set.theme),
          system: cardText(set.system, vocabulary),
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

/** The answers to a set, to be printed: all hands, and the robots' auctions. */
function AnswerSheet({ set, themes, state, dispatch }: Props & PracticeProps) {
  const { faults } = state.forms["sheet board"] ?? NOT_SENT;
  const boards = state.classroom.sheet;
  const vocabulary = useVocabulary(set.system);
  const make = () => {
    const id = set.boards[boards.length]!;
    dispatch({ type: "form sent", need: { kind: "sheet board", id, system: set.system } });
  };
  const [done, count] = [boards.length, set.boards.length];
  return (
    <section class="answers" aria-labelledby="answers-title">
      <h3 id="answers-title">{t("Answer sheet")}</h3>
      <p>{t("All four hands of each board, and how robots bid it.")}</p>
      <div class="row">
        {done < count ? (
          <Button disabled={faults === null} onClick={make}>
            {faults?.length ? t("Try again") : t("Make the answer sheet")}
          </Button>
        ) : (
          <Button onClick={() => print()}>{t("Print the answer sheet")}</Button>
        )}
        <span role="status" class="hint">
          {faults === null && t("{done} of {count} boards", { done, count })}
        </span>
      </div>
      <Complaints texts={faults?.slice(0, 1) ?? null} />
      {done === count && (
        <div class="answer-sheet">
          <header>
            <h2>{themeName(themes, set.theme)}</h2>
            <p>{t("Both sides play {system}.", { system: cardText(set.system, vocabulary) })}</p>
          </header>
          {boards.map((answer, place) => (
            <AnswerBoard number={place + 1} answer={answer} />
          ))}
        </div>
      )}
    </section>
  );
}

function AnswerBoard({ number, answer: { board, auction, contract } }: { number: number; answer: SheetBoard }) {
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
