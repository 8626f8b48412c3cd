/** The auction as text, in any spelling: the service reads it. */

import { say } from "../../i18n/translate";
import type { Dispatch, State } from "../../state/state";

interface Props {
  state: State;
  dispatch: Dispatch;
}

export function CallsField({ state, dispatch }: Props) {
  const { text, busy, fault } = state.readings.calls;
  const read = () => {
    if (text === null || busy) return;
    if (text.trim() === "") dispatch({ type: "auction cleared" });
    else dispatch({ type: "reading asked", reader: "calls", source: { text } });
  };
  return (
    <div class="field calls-text">
      <label for="calls">
        {say("Or type the calls")} <span class="hint">{say("1NT P 2C, 1h-p-2h, Dbl …")}</span>
      </label>
      <input
        id="calls"
        type="text"
        value={text ?? state.input.auction.join(" ")}
        autocomplete="off"
        spellcheck={false}
        maxLength={2000}
        aria-describedby="calls-hint calls-complaint"
        aria-invalid={fault !== null}
        onInput={(event) => dispatch({ type: "calls typed", text: event.currentTarget.value })}
        onChange={read}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          read();
        }}
      />
      <span id="calls-hint" class="unseen">
        {say("The calls from the dealer on; press Enter to take them over.")}
      </span>
      <div role="alert" id="calls-complaint">
        {fault !== null && <p class="complaint">{fault}</p>}
      </div>
    </div>
  );
}
