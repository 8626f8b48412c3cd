/** The viewer's hand: a grid of the pack and a text field, kept in step. */

import { useMemo } from "preact/hooks";

import { type Card, HAND_SIZE, highCardPoints, parseHand, rankText, spokenCard } from "../../bridge/hand";
import { RANKS, SEAT_NAMES, SEATS, SUITS } from "../../bridge/table";
import { t } from "../../i18n/translate";
import { errorsOf } from "../../service/failure";
import { failureOf } from "../../state/selectors";
import type { PageProps } from "../../state/state";
import { Button, Choice, FieldErrors, Switch } from "../common/fields";
import { Pip } from "../common/pips";
import { useRovingGrid } from "../common/focus";

export function HandSection({ state, dispatch }: PageProps) {
  const { input } = state;
  return (
    <section class="panel hand-panel" aria-labelledby="hand-title">
      <header class="panel-head">
        <h2 id="hand-title">{input.spectator ? t("Looking on") : t("Your hand")}</h2>
        <Switch on={input.spectator} onChange={() => dispatch({ type: "spectator set", spectator: !input.spectator })}>
          {t("Watch without a hand")}
        </Switch>
      </header>
      {input.spectator ? (
        <p class="hint">{t("You see all four hands as somebody would who knows only the calls.")}</p>
      ) : (
        <HandEntry state={state} dispatch={dispatch} />
      )}
    </section>
  );
}

function HandEntry({ state, dispatch }: PageProps) {
  const { input } = state;
  const failure = failureOf(state);
  const grid = useMemo(
    () => <CardGrid cards={input.cards} onToggle={(card) => dispatch({ type: "card toggled", card })} />,
    [input.cards, dispatch],
  );
  return (
    <>
      {grid}
      <div class="field hand-text">
        <label for="hand">
          {t("Or type it")} <span class="hint">{t("♠ ♥ ♦ ♣, split by dots or spaces")}</span>
        </label>
        <input
          id="hand"
          type="text"
          value={input.handText}
          placeholder="AKJ5.1098.Q2.AK43"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={120}
          aria-describedby="hand-count hand-complaint"
          aria-invalid={errorsOf(failure, "hand").length > 0}
          onInput={(event) => dispatch({ type: "hand typed", text: event.currentTarget.value })}
        />
      </div>
      <HandCount state={state} dispatch={dispatch} />
      <FieldErrors failure={failure} field="hand" />
      <Choice
        legend={t("You sit")}
        name="seat"
        options={SEATS}
        value={input.seat}
        label={(seat) => t(SEAT_NAMES[seat])}
        onChange={(seat) => dispatch({ type: "seat set", seat })}
      />
      <FieldErrors failure={failure} field="seat" />
    </>
  );
}

function HandCount({ state, dispatch }: PageProps) {
  const { cards, handText } = state.input;
  const { error } = parseHand(handText);
  const full = cards.length === HAND_SIZE && error === null;
  return (
    <p class="tally">
      <output id="hand-count" for="hand">
        <b class={full ? "full" : ""}>{t("{count} of {size} cards", { count: cards.length, size: HAND_SIZE })}</b> ·{" "}
        <b>{t("{points} HCP", { points: highCardPoints(cards) })}</b>
        {error !== null && <span class="complaint"> · {error}</span>}
      </output>
      <Button disabled={handText === ""} onClick={() => dispatch({ type: "hand cleared" })}>
        {t("Clear hand")}
      </Button>
    </p>
  );
}

const ROW_WIDTHS = SUITS.map(() => RANKS.length);

function CardGrid({ cards, onToggle }: { cards: readonly Card[]; onToggle: (card: Card) => void }) {
  const grid = useRovingGrid(ROW_WIDTHS);
  const full = cards.length >= HAND_SIZE;
  return (
    <div class="card-grid" aria-label={t("Your cards")} {...grid.container}>
      {SUITS.map((suit, row) => (
        <div class="card-row">
          <Pip suit={suit} />
          {[...RANKS].map((rank, column) => (
            <Button
              class={`card suit-${suit}`}
              aria-pressed={cards.includes(suit + rank)}
              aria-disabled={full && !cards.includes(suit + rank)}
              aria-label={spokenCard(suit + rank)}
              onClick={() => onToggle(suit + rank)}
              {...grid.cell(row, column)}
            >
              {rankText(rank)}
            </Button>
          ))}
        </div>
      ))}
    </div>
  );
}
