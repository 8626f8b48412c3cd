import { afterEach, expect, it, vi } from "vitest";

import { requestMissingOptions } from "../../src/effects/requests";
import { EXAMPLES } from "../../src/entry/examples";
import { update } from "../../src/state/reducer";
import { type Action, initialState, type State } from "../../src/state/state";
import { flatExplanation } from "../fixtures/explanation";

afterEach(() => void vi.unstubAllGlobals());

it("asks for each question that is wanted once, also where asking calls it again", () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (_: string, options: RequestInit) => {
    asked.push(options.body as string);
    return new Promise(() => undefined);
  });
  const { input } = EXAMPLES[1]!;
  const anchor = { left: 0, top: 0, width: 0, height: 0, around: null, suggestion: null };
  const wanting: Action[] = [
    { type: "explanation received", input, explanation: flatExplanation(input) },
    { type: "moment set", moment: 1 },
    { type: "next calls asked", moment: 1 },
    { type: "call inspected", target: { kind: "box", call: "2H" }, anchor },
  ];
  let state: State = wanting.reduce(update, initialState(input));
  const dispatch = (action: Action) => {
    state = update(state, action);
    requestMissingOptions(state, dispatch);
  };
  requestMissingOptions(state, dispatch);
  expect(asked).toHaveLength(2);
  expect(new Set(asked).size).toBe(2);
});
