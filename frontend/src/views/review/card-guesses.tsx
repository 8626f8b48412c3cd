/** Which convention card each pair of a file plays, by its calls. */

import { cardName } from "../../bridge/card";
import { callSymbol } from "../../bridge/calls";
import { plural, t } from "../../i18n/translate";
import { isTold, oddsText, type Pair, pairsOf, type Told, toldChoices } from "../../insight/pairs";
import type { GuessedCard } from "../../service/types";
import { type BoardList, guessKey, type ReviewState } from "../../state/reviews";
import type { Dispatch } from "../../state/state";
import { cardPage, useVocabularyIf } from "../common/cards";
import { Disclosure } from "../common/disclosure";
import { boardName, Button, FailureNote } from "../common/fields";
import { ColouredText } from "../common/pips";

interface Props {
  review: ReviewState;
  dispatch: Dispatch;
}

export function CardGuesses({ review, dispatch }: Props) {
  const { list } = review;
  if (list === null) return null;
  return (
    <Disclosure summary={t("Which card do they play?")}>
      {() => (
        <div class="card-guesses">
          <p class="hint">{t("The more boards a pair has bid, the more its calls tell.")}</p>
          {pairsOf(list.boards).map((pair) => (
            <PairGuess key={pair.name} pair={pair} list={list} review={review} dispatch={dispatch} />
          ))}
        </div>
      )}
    </Disclosure>
  );
}

function PairGuess({ pair, list, review, dispatch }: Props & { pair: Pair; list: BoardList }) {
  const guess = review.guesses[guessKey(list, pair)];
  const count = plural("{count} board", "{count} boards", pair.boards.length);
  return (
    <section class="card-guess" aria-label={pair.name}>
      <h3>
        {pair.name} <span class="hint">{count}</span>
      </h3>
      {(guess === undefined || guess.kind === "failed") && (
        <Button onClick={() => dispatch({ type: "card guess asked", pair })}>
          {t("Read their calls")} <span class="unseen">{pair.name}</span>
        </Button>
      )}
      {guess?.kind === "failed" && <FailureNote failure={guess.failure} />}
      {guess?.kind === "asked" && (
        <label>
          <span>{t("Reading their calls …")}</span> <progress value={guess.share} max={1} />
        </label>
      )}
      {guess?.kind === "there" && <Evidence guess={guess.result} pair={pair} list={list} dispatch={dispatch} />}
    </section>
  );
}

interface EvidenceProps {
  guess: GuessedCard;
  pair: Pair;
  list: BoardList;
  dispatch: Dispatch;
}

function Evidence({ guess, pair, list, dispatch }: EvidenceProps) {
  const vocabulary = useVocabularyIf(true);
  if (vocabulary === null) return <p class="hint">…</p>;
  const { code, base, choices } = guess;
  const used = pair.boards.every(({ index, side }) => list.boards[index]!.request?.systems[side] === code);
  const open = choices.filter((one) => one.came_up && !isTold(one));
  const unseen = choices.filter(({ came_up }) => !came_up).length;
  const nameOf = (id: string) => t(vocabulary.choices.find((one) => one.id === id)?.name ?? id);
  return (
    <>
      <p>
        <ColouredText text={t("Their calls fit this card best: {card}.", { card: cardName(code, vocabulary) })} />{" "}
        {base.odds !== null && baseText(base.odds, base.clear)}
      </p>
      <ul>
        {toldChoices(guess, vocabulary).map((told) => (
          <li key={told.guess.choice}>
            <Evident told={told} pair={pair} list={list} />
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <p class="hint">
          {t("Came up, but may be one or the other:")}{" "}
          <ColouredText text={open.map(({ choice }) => nameOf(choice)).join(t(", "))} />
        </p>
      )}
      <p class="hint">
        {plural("{count} choice of the card did not come up.", "{count} choices of the card did not come up.", unseen)}
      </p>
      <div class="card-guess-actions">
        <Button disabled={used} onClick={() => dispatch({ type: "guessed card used", pair, code })}>
          {used ? t("This card is used at their boards") : t("Use this card")}
        </Button>{" "}
        <a href={cardPage(code)} target="_blank">
          {t("The whole card")}
        </a>
      </div>
    </>
  );
}

function baseText(odds: number, clear: boolean): string {
  const values = { odds: oddsText(odds) };
  return clear ? t("The system: {odds}.", values) : t("The system is not clear: {odds}.", values);
}

/** "1NT opening: 12–14, 40 : 1", with the calls that told it. */
function Evident({ told, pair, list }: { told: Told; pair: Pair; list: BoardList }) {
  const { choice, guess, options, odds } = told;
  const calls = guess.calls.map(({ board, call }) => {
    const { board: recorded } = list.boards[pair.boards[board]!.index]!;
    return t("{call} ({board})", { call: callSymbol(call), board: boardName(recorded) });
  });
  const values = { choice: t(choice.name), options, odds: oddsText(odds) };
  return (
    <>
      <ColouredText text={t("{choice}: looks like {options}, {odds}", values)} />
      {guess.changed && <b> {t("a change")}</b>}
      {calls.length > 0 && (
        <span class="hint">
          {" "}
          <ColouredText text={t("told by {calls}", { calls: calls.join(t(", ")) })} />
        </span>
      )}
    </>
  );
}
