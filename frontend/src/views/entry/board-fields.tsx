/** Fields for dealer, vulnerability, board number and bidding systems. */

import { SYSTEM_NAMES, SYSTEMS } from "../../bridge/systems";
import { SEAT_NAMES, SEATS, VULNERABILITIES, VULNERABILITY_NAMES } from "../../bridge/table";
import { boardError } from "../../entry/input";
import { t } from "../../i18n/translate";
import type { Dispatch, State } from "../../state/state";
import { Choice, FieldErrors, Select } from "../common/fields";

interface Props {
  state: State;
  dispatch: Dispatch;
}

export function BoardField({ state, dispatch }: Props) {
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
      <div role="alert" id="board-complaint">
        {fault !== null && <p class="complaint">{fault}</p>}
      </div>
    </>
  );
}

export function DealFields({ state, dispatch }: Props) {
  const { input, failure } = state;
  return (
    <>
      <Choice
        legend={t("Dealer")}
        name="dealer"
        options={SEATS}
        value={input.dealer}
        label={(seat) => t(SEAT_NAMES[seat])}
        onChange={(dealer) => dispatch({ type: "dealer set", dealer })}
      />
      <FieldErrors failure={failure} field="dealer" />
      <Choice
        legend={t("Vulnerable")}
        name="vulnerability"
        options={VULNERABILITIES}
        value={input.vulnerability}
        label={(vulnerability) => t(VULNERABILITY_NAMES[vulnerability])}
        onChange={(vulnerability) => dispatch({ type: "vulnerability set", vulnerability })}
      />
      <FieldErrors failure={failure} field="vulnerability" />
    </>
  );
}

export function SystemSection({ state, dispatch }: Props) {
  const { input, failure } = state;
  const played = [...new Set([input.systems.ns, input.systems.ew])];
  return (
    <section class="panel systems-panel" aria-labelledby="systems-title">
      <h2 id="systems-title">{t("Bidding systems")}</h2>
      <div class="systems">
        <Select
          label={t("N-S play")}
          id="system-ns"
          options={SYSTEMS}
          value={input.systems.ns}
          text={(system) => t(SYSTEM_NAMES[system])}
          onChange={(system) => dispatch({ type: "system set", side: "ns", system })}
        />
        <Select
          label={t("E-W play")}
          id="system-ew"
          options={SYSTEMS}
          value={input.systems.ew}
          text={(system) => t(SYSTEM_NAMES[system])}
          onChange={(system) => dispatch({ type: "system set", side: "ew", system })}
        />
      </div>
      <p class="hint system-links">
        {played.filter((system) => system !== "unknown").map((system) => (
          <a href={`/systems/${system}/`} target="_blank">
            {t("What is {system}?", { system: t(SYSTEM_NAMES[system]) })}
          </a>
        ))}
      </p>
      <FieldErrors failure={failure} field="systems" />
    </section>
  );
}
