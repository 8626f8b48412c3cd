/** The field for a typed call, and the keys of the table. */

import { useEffect, useState } from "preact/hooks";

import { illegalReason } from "../../bridge/auction";
import { parseCall } from "../../entry/asked-call";
import { msg, t } from "../../i18n/translate";
import { openAttempt } from "../../practice/needs";
import type { Board, PracticeProps } from "../../practice/practice-state";
import { loadShortcuts, saveShortcuts } from "../../state/shortcuts";
import { Disclosure } from "../common/disclosure";
import { Complaints, Switch } from "../common/fields";
import { KeyList } from "../common/key-list";

interface Props extends PracticeProps {
  board: Board;
  /** Whether the player is to call. */
  own: boolean;
}

/** A call in any spelling; in place of a mistake it is another try. */
export function CallField({ state, board, own, dispatch }: Props) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const open = openAttempt(state);
  const again = open?.graded != null;
  useEffect(() => setFault(null), [own, state.auction]); // what was not allowed then may be now
  const read = () => {
    const call = parseCall(text);
    const before = again ? state.auction.slice(0, open.index) : state.auction;
    const reason = own || again ? call && illegalReason(board.dealer, before, call) : t("it is not your turn");
    if (call === null) return setFault(t("Type one call, such as 1NT, 2h, p or x."));
    if (reason !== null) return setFault(t("Not now: {reason}", { reason }));
    if (again) dispatch({ type: "call tried again" });
    dispatch({ type: "own call made", call });
    setText("");
  };
  return (
    <div class="field call-field">
      <label for="own-call">
        {t("Or type the call")} <span class="hint">{t("1NT, 2h, p, x …")}</span>
      </label>
      <input
        id="own-call"
        type="text"
        autocomplete="off"
        spellcheck={false}
        maxLength={20}
        value={text}
        aria-describedby="own-call-complaint"
        aria-invalid={fault !== null}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setFault(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          read();
        }}
      />
      <Complaints id="own-call-complaint" texts={[fault]} />
      <Disclosure summary={t("Keyboard")}>{() => <Keys />}</Disclosure>
    </div>
  );
}

const TYPED_KEYS = [["1 … 7 p x d r", msg("begin a call anywhere: the field takes it")]] as const;
const KEYS = [
  ["Enter", msg("make the call that is typed or chosen")],
  ["↑ ↓ ← →", msg("in the bidding box: from call to call")],
] as const;

/** The keys, and the switch that turns those of one character off. */
function Keys() {
  const [shortcuts, setShortcuts] = useState(loadShortcuts);
  const turn = () => {
    saveShortcuts(!shortcuts);
    setShortcuts(!shortcuts);
  };
  return (
    <div class="call-keys">
      <KeyList keys={[...(shortcuts ? TYPED_KEYS : []), ...KEYS]} />
      <Switch on={shortcuts} onChange={turn}>
        {t("Shortcuts of one character")}
      </Switch>
    </div>
  );
}

const BEGINS_CALL = /^[1-7pxdr]$/i;

/** Whether a key that is pressed outside fields begins a call. */
export function beginsCall(key: string): boolean {
  return BEGINS_CALL.test(key) && loadShortcuts();
}
