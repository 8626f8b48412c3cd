import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Call } from "../../src/bridge/calls";
import { EXAMPLES } from "../../src/entry/examples";
import { requester } from "../../src/service/requests";
import { needsOf } from "../../src/state/page-needs";
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
  const { input } = EXAMPLES[0]!;
  const anchor = { left: 0, top: 0, width: 0, height: 0, around: null, suggestion: null };
  const wanting: Action[] = [
    { type: "explanation received", input, explanation: flatExplanation(input) },
    { type: "moment set", moment: 1 },
    { type: "next calls asked", moment: 1 },
    { type: "call inspected", target: { kind: "box", call: "2H" }, anchor },
  ];
  let state: State = wanting.reduce(update, initialState(input));
  const requestOptions = requester((action: Action) => {
    state = update(state, action);
    requestOptions(optionNeeds());
  });
  const optionNeeds = () => needsOf(state).filter(({ key }) => String(key).startsWith("options"));
  requestOptions(optionNeeds());
  expect(asked).toHaveLength(2);
  expect(new Set(asked).size).toBe(2);
});

describe("which contracts make, unasked", () => {
  const { input } = EXAMPLES[0]!;
  const suggestion = { seat: "S", call: "1S", probability: 0.6, sentence: "1♠", agreement: null } as const;
  const explanation = { ...flatExplanation(input), suggestion, refined: true };
  const { position } = explanation;
  const answered: Action = { type: "explanation received", input, explanation };
  const after = (...actions: Action[]) => [answered, ...actions].reduce(update, initialState(input));
  const key = (state: State) => needsOf(state).find(({ key }) => String(key).startsWith("analysis "))?.key;
  const rested: Action = { type: "page rested", position };

  it("is wanted once the page rests at the advice, and no longer where that is not in sight", () => {
    expect(key(after())).toBeUndefined();
    expect(key(after(rested))).toBeDefined();
    expect(key(after(rested, { type: "page hidden", hidden: true }))).toBeUndefined();
    expect(key(after(rested, { type: "moment set", moment: 0 }))).toBeUndefined();
    expect(key(after(rested, { type: "call made", call: "1S" }))).toBeUndefined();
    expect(key(after(rested, { type: "view set", view: "boards" }))).toBeUndefined();
  });

  it("is the same request where somebody asks meanwhile, and stays one that can be dropped where only its progress is told", () => {
    const progress: Action = { type: "analysis updated", position, answer: { kind: "asked", share: 0.5 } };
    expect(key(after(rested, { type: "analysis requested", position }))).toBe(key(after(rested)));
    expect(key(after(rested, progress, { type: "page hidden", hidden: true }))).toBeUndefined();
    const failed: Action = {
      type: "analysis updated",
      position,
      answer: { kind: "failed", failure: { title: "No", detail: "", fields: [], network: false, retry: true } },
    } as never;
    expect(key(after(rested, failed))).toBeUndefined();
  });
});

describe("the refined answer", () => {
  const REFINED = "/api/v1/refined";
  const ADDRESS = "/api/v1/explanations/1";
  interface Asked {
    what: string;
    topic: string | undefined;
    calls: Call[] | undefined;
    answer: (document: object, status?: number) => Promise<void>;
  }
  let asked: Asked[];
  let state: State;
  let requestNeeds: ReturnType<typeof requester<Action>>;

  function dispatch(action: Action): void {
    state = update(state, action);
    requestNeeds(needsOf(state).filter(({ key }) => String(key).startsWith("refined")));
  }

  /** The page with an auction that is answered. */
  function show(...calls: Call[]): void {
    const input = { ...initialState().input, spectator: true, auction: calls };
    dispatch({ type: "input replaced", input });
    const { input: entered } = state;
    dispatch({ type: "explanation received", input: entered, explanation: flatExplanation(entered) });
  }

  /** The same with a line beside it, which is answered too. */
  function compare(): void {
    const main = state.input;
    dispatch({ type: "branch started", at: 0 });
    dispatch({ type: "call made", call: "1NT" });
    dispatch({ type: "explanation received", input: state.input, explanation: flatExplanation(state.input) });
    dispatch({ type: "line shown", line: 0 });
    expect(state.explained?.auction).toEqual(main.auction);
    dispatch({ type: "lines compared", compared: { line: 1, seat: "N" } });
  }

  const pause = () => vi.advanceTimersByTimeAsync(2_000);
  const whats = () => asked.map(({ what }) => what);
  const queued = { id: "1", status: "queued", url: ADDRESS, result: null, error: null };
  const done = (refined: boolean) => ({
    ...queued,
    status: "done",
    result: { ...flatExplanation(state.input), refined },
  });

  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    state = initialState();
    requestNeeds = requester(dispatch);
    vi.stubGlobal(
      "fetch",
      (address: string, { method = "GET", headers, body, signal }: RequestInit) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
          const answer = async (document: object, status = 200) => {
            resolve(new Response(JSON.stringify(document), { status }));
            await vi.advanceTimersByTimeAsync(0);
          };
          const topic = (headers as Record<string, string>)["Topic"];
          const { auction: calls } = JSON.parse(String(body ?? "{}")) as { auction?: Call[] };
          asked.push({ what: `${method} ${address}`, topic, calls, answer });
        }),
    );
  });
  afterEach(async () => {
    dispatch({ type: "auction cleared" });
    await vi.runAllTimersAsync();
    vi.useRealTimers();
  });

  it("is asked for once one stays at a position", async () => {
    for (const call of ["1C", "1D", "1H"] as const) {
      show(call);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(asked).toEqual([]);
    await pause();
    expect(asked.map(({ what, calls }) => [what, calls])).toEqual([[`POST ${REFINED}`, ["1H"]]]);
    await asked[0]!.answer(queued, 202);
    expect(whats().at(-1)).toBe(`GET ${ADDRESS}`);
    await asked[1]!.answer(done(true));
    await pause();
    expect(state.explanation?.refined).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it("is dropped where one goes on before it is there", async () => {
    show("1C");
    await pause();
    await asked[0]!.answer(queued, 202);
    show("1D");
    await pause();
    expect(whats()).toEqual([`POST ${REFINED}`, `GET ${ADDRESS}`, `DELETE ${ADDRESS}`, `POST ${REFINED}`]);
    const [first, , dropped, next] = asked;
    expect(first!.topic).toMatch(/^[\w-]{20,32}$/);
    expect([dropped!.topic, next!.topic]).toEqual([first!.topic, first!.topic]);
  });

  it("is dropped also where its address was not known yet", async () => {
    show("1C");
    await pause();
    dispatch({ type: "auction cleared" });
    await asked[0]!.answer(queued, 202);
    await pause();
    expect(whats()).toEqual([`POST ${REFINED}`, `DELETE ${ADDRESS}`]);
  });

  it("is not dropped once it is there", async () => {
    show("1C");
    await pause();
    await asked[0]!.answer(done(true));
    show("1D");
    await pause();
    expect(whats()).toEqual([`POST ${REFINED}`, `POST ${REFINED}`]);
  });

  it.each([
    ["fails", { title: "x", status: 500 }, 500],
    ["is the first once more, of a long auction", null, 200],
  ])("of the line beside is asked for also where that on show %s", async (_, problem, status) => {
    show("1C");
    compare();
    await pause();
    expect(asked.map(({ calls }) => calls)).toEqual([["1C"]]);
    await asked[0]!.answer(problem ?? done(false), status);
    await pause();
    expect(asked.map(({ calls }) => calls)).toEqual([["1C"], ["1NT"]]);
    await asked[1]!.answer(problem ?? done(false), status);
    await pause();
    expect(asked).toHaveLength(2);
  });
});
