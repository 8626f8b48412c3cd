/** The whole page as a function of its state. */

import { useMemo } from "preact/hooks";

import { EXAMPLES } from "../examples";
import type { Dispatch, State } from "../state";
import { say } from "../words";
import { Answer } from "./answer";
import { AuctionSection } from "./auction";
import { CallCard } from "./callcard";
import { HandSection } from "./hand";
import { Handout } from "./handout";
import { KeyHelp } from "./keyhelp";
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
      <KeyHelp shown={state.keysShown} shortcuts={state.shortcuts} dispatch={dispatch} />
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
