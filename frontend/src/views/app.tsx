/** The whole page as a function of its state. */

import { useMemo } from "preact/hooks";

import { EXAMPLES } from "../examples";
import type { Dispatch, State } from "../state";
import { mark, say } from "../words";
import { Answer } from "./answer";
import { AuctionSection } from "./auction";
import { CallCard } from "./callcard";
import { HandSection } from "./hand";
import { Handout } from "./handout";
import { EntryTools } from "./paste";
import { SystemSection } from "./setting";
import { useBetweenSteps } from "./sight";
import type { OnTake } from "./taking";

interface Props {
  state: State;
  dispatch: Dispatch;
  onAsk: () => void;
  onTake: OnTake;
}

export function App({ state, dispatch, onAsk, onTake }: Props) {
  const { explanation, moment, printing } = state;
  const still = useBetweenSteps(state);
  const above = useMemo(
    () => (
      <>
        {still.explanation !== null && <ExamplePicker dispatch={dispatch} />}
        <EntryTools state={still} dispatch={dispatch} />
        <HandSection state={still} dispatch={dispatch} />
      </>
    ),
    [still, dispatch],
  );
  const below = useMemo(
    () => <SystemSection state={still} dispatch={dispatch} />,
    [still, dispatch],
  );
  return (
    <>
      <main class="layout">
        <form
          class="entry"
          aria-label={say("Your hand and the auction")}
          onSubmit={(event) => {
            event.preventDefault();
            onAsk();
          }}
        >
          <div class="fields">
            {above}
            <AuctionSection state={state} dispatch={dispatch} />
            {below}
          </div>
          <button type="submit" class="primary ask">
            {say("Explain")}
          </button>
        </form>
        <Answer state={state} dispatch={dispatch} onAsk={onAsk} onTake={onTake} />
      </main>
      <CallCard state={state} />
      <KeyHelp shown={state.keysShown} dispatch={dispatch} />
      {printing !== null && explanation !== null && (
        <Handout explanation={explanation} moment={moment} day={printing} />
      )}
    </>
  );
}

function ExamplePicker({ dispatch }: { dispatch: Dispatch }) {
  return (
    <details class="example-picker">
      <summary>{say("Examples")}</summary>
      <ul>
        {EXAMPLES.map(({ name, input }) => (
          <li>
            <button
              type="button"
              class="quiet"
              onClick={() => dispatch({ type: "input replaced", input })}
            >
              {say(name)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const KEYS: readonly [string, string][] = [
  ["← →", mark("one call back or on")],
  ["Home End", mark("the deal, the last call")],
  ["f", mark("turn the table: the next seat comes to the bottom")],
  ["Esc", mark("close the card that tells of a call, or this list")],
  ["↑ ↓ ← →", mark("in a heat map: from card to card")],
  ["Enter Esc", mark("in a heat map: keep a card marked, let it go")],
  ["Ctrl+Z", mark("undo the last change of the entry")],
  ["?", mark("show or hide these keys")],
];

function KeyHelp({ shown, dispatch }: { shown: boolean; dispatch: Dispatch }) {
  return (
    <footer class="keys">
      <button
        type="button"
        class="quiet"
        aria-expanded={shown}
        aria-controls="key-list"
        onClick={() => dispatch({ type: "keys toggled" })}
      >
        {say("Keyboard")}
      </button>
      <dl id="key-list" hidden={!shown}>
        {KEYS.map(([keys, what]) => (
          <div>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd>{key}</kbd>
              ))}
            </dt>
            <dd>{say(what)}</dd>
          </div>
        ))}
      </dl>
    </footer>
  );
}
