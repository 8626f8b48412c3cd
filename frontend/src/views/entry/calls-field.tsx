/** The auction as text, in any spelling: the service reads it. */

import { t } from "../../i18n/translate";
import type { Dispatch, State } from "../../state/state";

interface Props {
  state: State;
  dispatch: Dispatch;
}

export function CallsField({ state, dispatch }: Props) {
  const { text, pending, error } = state.textFields.calls;
  const read = () => {
    if (text === null || pending) return;
    if (text.trim() === "") dispatch({ type: "auction cleared" });
    else dispatch({ type: "parse requested", field: "calls", source: { text } });
  };
  return (
    <div class="field calls-text">
      <label for="calls">
        {t("Or type the calls")} <span class="hint">{t("1NT P 2C, 1h-p-2h, Dbl …")}</span>
      </label>
      <input
        id="calls"
        type="text"
        value={text ?? state.input.auction.join(" ")}
        autocomplete="off"
        spellcheck={false}
        maxLength={2000}
        aria-describedby="calls-hint calls-complaint"
        aria-invalid={error !== null}
        onInput={(event) => dispatch({ type: "calls typed", text: event.currentTarget.value })}
        onChange={read}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          read();
        }}
      />
      <span id="calls-hint" class="unseen">
        {t("The calls from the dealer on; press Enter to take them over.")}
      </span>
      <div role="alert" id="calls-complaint">
        {error !== null && <p class="complaint">{error}</p>}
      </div>
    </div>
  );
}
