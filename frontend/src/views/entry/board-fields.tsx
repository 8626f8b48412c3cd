/** What is agreed before the first call: dealer, vulnerability, board and bidding systems. */

import { SYSTEM_NAMES, SYSTEMS } from "../../bridge/systems";
import { SEAT_NAMES, SEATS, VULNERABILITIES, VULNERABILITY_WORDS } from "../../bridge/table";
import { boardFault } from "../../entry/input";
import { say } from "../../i18n/translate";
import type { Dispatch, State } from "../../state/state";
import { Choice, Complaints, Select } from "../common/fields";

interface Props {
  state: State;
  dispatch: Dispatch;
}

export function BoardField({ state, dispatch }: Props) {
  const fault = boardFault(state.input);
  return (
    <>
      <div class="field board-field">
        <label for="board">{say("Board")}</label>
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
          {say("A board number sets dealer and vulnerability; both can be changed below.")}
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
        legend={say("Dealer")}
        name="dealer"
        options={SEATS}
        value={input.dealer}
        label={(seat) => say(SEAT_NAMES[seat])}
        onChange={(dealer) => dispatch({ type: "dealer set", dealer })}
      />
      <Complaints failure={failure} field="dealer" />
      <Choice
        legend={say("Vulnerable")}
        name="vulnerability"
        options={VULNERABILITIES}
        value={input.vulnerability}
        label={(vulnerability) => say(VULNERABILITY_WORDS[vulnerability])}
        onChange={(vulnerability) => dispatch({ type: "vulnerability set", vulnerability })}
      />
      <Complaints failure={failure} field="vulnerability" />
    </>
  );
}

export function SystemSection({ state, dispatch }: Props) {
  const { input, failure } = state;
  const played = [...new Set([input.systems.ns, input.systems.ew])];
  return (
    <section class="panel systems-panel" aria-labelledby="systems-title">
      <h2 id="systems-title">{say("Bidding systems")}</h2>
      <div class="systems">
        <Select
          label={say("N-S play")}
          id="system-ns"
          options={SYSTEMS}
          value={input.systems.ns}
          text={(system) => say(SYSTEM_NAMES[system])}
          onChange={(system) => dispatch({ type: "system set", side: "ns", system })}
        />
        <Select
          label={say("E-W play")}
          id="system-ew"
          options={SYSTEMS}
          value={input.systems.ew}
          text={(system) => say(SYSTEM_NAMES[system])}
          onChange={(system) => dispatch({ type: "system set", side: "ew", system })}
        />
      </div>
      <p class="hint system-links">
        {played.filter((system) => system !== "unknown").map((system) => (
          <a href={`/systems/${system}/`} target="_blank">
            {say("What is {system}?", { system: say(SYSTEM_NAMES[system]) })}
          </a>
        ))}
      </p>
      <Complaints failure={failure} field="systems" />
    </section>
  );
}
