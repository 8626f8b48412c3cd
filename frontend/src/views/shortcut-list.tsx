/** The list of the keys, and the switch that turns those of one character off. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { msg, t } from "../i18n/translate";
import { isPrintable } from "../state/shortcuts";
import type { Dispatch } from "../state/state";

const KEYS: readonly [string, string][] = [
  ["← →", msg("one call back or on")],
  ["Home End", msg("the deal, the last call")],
  ["f", msg("turn the table: the next seat comes to the bottom")],
  ["Esc", msg("close the card that tells of a call, or this list")],
  ["↑ ↓ ← →", msg("in a heat map: from card to card")],
  ["Enter Esc", msg("in a heat map: keep a card marked, let it go")],
  ["Ctrl+Z", msg("undo the last change of the entry")],
  ["?", msg("show or hide these keys")],
];

interface Props {
  shown: boolean;
  shortcuts: boolean;
  dispatch: Dispatch;
}

export function ShortcutHelp({ shown, shortcuts, dispatch }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!shown && list.current?.contains(document.activeElement)) button.current?.focus();
  }, [shown]);
  return (
    <footer class="keys">
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-expanded={shown}
        aria-controls="key-list"
        onClick={() => dispatch({ type: "shortcuts toggled" })}
      >
        {t("Keyboard")}
      </button>
      <div ref={list} id="key-list" class="key-list" hidden={!shown}>
        <KeyList shortcuts={shortcuts} />
        <label class="switch">
          <input
            type="checkbox"
            checked={shortcuts}
            onChange={() => dispatch({ type: "shortcuts set", on: !shortcuts })}
          />
          <span>{t("Shortcuts of one character (f and ?)")}</span>
        </label>
      </div>
    </footer>
  );
}

/** The keys that work. */
function KeyList({ shortcuts }: Pick<Props, "shortcuts">) {
  return (
    <dl>
      {KEYS.filter(([keys]) => shortcuts || !isPrintable(keys)).map(([keys, what]) => (
        <div>
          <dt>
            {keys.split(" ").map((key) => (
              <kbd>{key}</kbd>
            ))}
          </dt>
          <dd>{t(what)}</dd>
        </div>
      ))}
    </dl>
  );
}
