/** After a board for two: where the partners' calls tell of different cards, what they agree on. */

import { useEffect, useState } from "preact/hooks";

import {
  cardName,
  type CardChoice,
  type CardCode,
  formatCard,
  offered,
  parseCard,
  withOption,
} from "../../bridge/card";
import { callSymbol } from "../../bridge/calls";
import { sideOf } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { doubtfulChoice } from "../../insight/pairs";
import type { FinishedBoard } from "../../practice/board-result";
import { holderOf } from "../../practice/pair-storage";
import type { Pair, PracticeDispatch } from "../../practice/practice-state";
import { fetchGuess } from "../../service/client";
import type { Failure } from "../../service/failure";
import { agreeOn } from "../../service/tables";
import type { GuessedChoice } from "../../service/types";
import { useVocabularyIf } from "../common/cards";
import { Button, Choice, FailureNote } from "../common/fields";
import { ColouredText } from "../common/pips";

interface Props {
  pair: Pair;
  board: FinishedBoard;
  dispatch: PracticeDispatch;
}

export function PairCard({ pair, board, dispatch }: Props) {
  const [doubt, setDoubt] = useState<GuessedChoice | null>(null);
  const vocabulary = useVocabularyIf(doubt !== null);
  const side = sideOf(board.players[0]);
  const played = board.systems[side];
  useEffect(() => {
    const asking = new AbortController();
    const { hands, dealer, vulnerability, auction, systems, players } = board;
    const opponents = systems[side === "ns" ? "ew" : "ns"];
    const boards = [{ seat: players[0], hands, dealer, vulnerability, auction, opponents }];
    fetchGuess({ boards, card: played }, asking.signal)
      .then((outcome) => "result" in outcome && setDoubt(doubtfulChoice(outcome.result)))
      .catch(() => undefined);
    return () => asking.abort();
  }, [pair.token, pair.deal]);
  const agreed = pair.table?.systems[side] ?? played;
  if (vocabulary === null || doubt === null) return null;
  if (agreed !== played) {
    return (
      <p role="status" class="pair-card">
        <ColouredText
          text={t("From the next board on you both play {card}.", { card: cardName(agreed, vocabulary) })}
        />
      </p>
    );
  }
  const choice = vocabulary.choices.find(({ id }) => id === doubt.choice);
  const card = parseCard(played, vocabulary);
  if (choice === undefined || card === null) return null;
  const options = offered(card, choice);
  const codeWith = (option: string) => formatCard(withOption(card, choice.id, option, vocabulary), vocabulary);
  return <Question choice={{ ...choice, options }} doubt={doubt} pair={pair} codeWith={codeWith} dispatch={dispatch} />;
}

interface QuestionProps {
  choice: CardChoice;
  doubt: GuessedChoice;
  pair: Pair;
  codeWith: (option: string) => CardCode;
  dispatch: PracticeDispatch;
}

function Question({ choice, doubt, pair, codeWith, dispatch }: QuestionProps) {
  const [option, setOption] = useState(doubt.option);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  const call = callSymbol(doubt.calls[0]!.call);
  async function agree() {
    const seat = { token: pair.token, holder: holderOf(pair.token) };
    const outcome = await agreeOn(seat, codeWith(option), new AbortController().signal);
    if ("failure" in outcome) setFailure(outcome.failure);
    else if ("result" in outcome) dispatch({ type: "table seen", table: outcome.result });
  }
  return (
    <section class="pair-card" aria-labelledby="pair-card-title">
      <h3 id="pair-card-title">
        <ColouredText text={t("What is {call} for us?", { call })} />
      </h3>
      <p>{t("One of you seems to have meant it otherwise than your card says. What do you want to play?")}</p>
      <Choice
        legend={t(choice.name)}
        name="pair-card"
        options={choice.options.map(({ id }) => id)}
        value={option}
        label={(id) => <ColouredText text={t(choice.options.find((one) => one.id === id)!.name)} />}
        onChange={setOption}
      />
      <div class="row">
        <Button class="primary" onClick={() => void agree()}>
          {t("Put it on our card")}
        </Button>
        <Button onClick={() => setClosed(true)}>{t("Leave our card as it is")}</Button>
      </div>
      {failure !== null && <FailureNote failure={failure} />}
    </section>
  );
}
