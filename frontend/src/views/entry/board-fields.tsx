/** Fields for dealer, vulnerability, board number and bidding systems. */

import { relationOf, SEAT_NAMES, seatAfter, SEATS, VULNERABILITIES, VULNERABILITY_NAMES } from "../../bridge/table";
import { boardError, type Input } from "../../entry/input";
import { msg, t } from "../../i18n/translate";
import { failureOf } from "../../state/selectors";
import type { Dispatch, PageProps } from "../../state/state";
import { cardPage, CardSelect, cardText, useVocabulary } from "../common/cards";
import { Button, Choice, Complaints, FieldErrors } from "../common/fields";

export function BoardField({ state, dispatch }: PageProps) {
  const fault = boardError(state.input);
  return (
    <>
      <div class="field board-field">
        <label for="board">{t("Board")}</label>
        <input
          id="board"
          type="text"
          inputMode="numeric"
          maxLength={4}
          autocomplete="off"
          value={state.input.board}
          placeholder="–"
          aria-describedby="board-hint board-complaint"
          aria-invalid={fault !== null}
          onInput={(event) => dispatch({ type: "board typed", board: event.currentTarget.value })}
        />
        <span id="board-hint" class="unseen">
          {t("A board number sets dealer and vulnerability; both can be changed below.")}
        </span>
      </div>
      <Complaints id="board-complaint" texts={[fault]} />
    </>
  );
}

export function DealFields({ state, dispatch }: PageProps) {
  const { input } = state;
  const failure = failureOf(state);
  return (
    <>
      <div class={input.spectator ? "" : "not-on-phone"}>
        <Choice
          legend={t("Dealer")}
          name="dealer"
          options={SEATS}
          value={input.dealer}
          label={(seat) => t(SEAT_NAMES[seat])}
          onChange={(dealer) => dispatch({ type: "dealer set", dealer })}
        />
      </div>
      {!input.spectator && <OpenerField input={input} dispatch={dispatch} />}
      <FieldErrors failure={failure} field="dealer" />
      <div class="vulnerability-field">
        <Choice
          legend={t("Vulnerable")}
          name="vulnerability"
          options={VULNERABILITIES}
          value={input.vulnerability}
          label={(vulnerability) => t(VULNERABILITY_NAMES[vulnerability])}
          onChange={(vulnerability) => dispatch({ type: "vulnerability set", vulnerability })}
        />
        <FieldErrors failure={failure} field="vulnerability" />
      </div>
    </>
  );
}

const PLACES = [1, 2, 3, 0] as const; // of the table from the viewer on, as an auction is written
const PLACE_NAMES = [msg("You"), msg("Left"), msg("Partner"), msg("Right")] as const;

/** The dealer as one at the table says it. A phone takes it from the calls until it is said. */
function OpenerField({ input, dispatch }: { input: Input; dispatch: Dispatch }) {
  const { seat, dealer, dealerStated, auction } = input;
  const known = dealerStated || auction.length > 0;
  return (
    <fieldset class="choice opener">
      <legend>
        {t("Who opened?")} {!dealerStated && auction.length > 0 && <span class="hint">{t("assumed")}</span>}
      </legend>
      <div class="segments">
        {PLACES.map((turns) => {
          const opener = seatAfter(seat, turns);
          return (
            <Button
              class="segment"
              aria-pressed={known && opener === dealer}
              aria-label={relationOf(opener, seat)}
              onClick={() => dispatch({ type: "dealer set", dealer: opener })}
            >
              <span>{t(PLACE_NAMES[turns])}</span>
            </Button>
          );
        })}
      </div>
    </fieldset>
  );
}

export function SystemSection({ state, dispatch }: PageProps) {
  const { input } = state;
  const failure = failureOf(state);
  const vocabulary = useVocabulary(input.systems.ns, input.systems.ew);
  const played = [...new Set([input.systems.ns, input.systems.ew])];
  return (
    <section class="panel systems-panel" aria-labelledby="systems-title">
      <h2 id="systems-title">{t("Bidding systems")}</h2>
      <div class="systems">
        <CardSelect
          label={t("N-S play")}
          id="system-ns"
          orUnknown
          value={input.systems.ns}
          onChange={(system) => dispatch({ type: "system set", side: "ns", system })}
        />
        <CardSelect
          label={t("E-W play")}
          id="system-ew"
          orUnknown
          value={input.systems.ew}
          onChange={(system) => dispatch({ type: "system set", side: "ew", system })}
        />
      </div>
      <p class="hint system-links">
        {played
          .filter((system) => system !== "unknown")
          .map((system) => (
            <a href={cardPage(system)} target="_blank">
              {t("What is {system}?", { system: cardText(system, vocabulary) })}
            </a>
          ))}
      </p>
      <FieldErrors failure={failure} field="systems" />
    </section>
  );
}
