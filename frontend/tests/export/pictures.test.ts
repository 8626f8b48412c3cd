import { afterEach, describe, expect, it } from "vitest";

import { SUITS } from "../../src/bridge/table";
import { EXAMPLES } from "../../src/entry/examples";
import { EMPTY_INPUT, type Input, withHandText } from "../../src/entry/input";
import { linesOf, type Picture } from "../../src/export/drawing";
import { handPicture } from "../../src/export/hand-picture";
import { chancesPicture } from "../../src/export/next-calls-picture";
import { drawPicture, linesPicture, otherPictures, pairsPicture, pictureName } from "../../src/export/pictures";
import { setLanguage } from "../../src/i18n/translate";
import type { CallChance, Explanation, Moment } from "../../src/service/types";
import { update } from "../../src/state/reducer";
import { comparedLines } from "../../src/state/selectors";
import { type Action, initialState, type State } from "../../src/state/state";
import { flatExplanation } from "../fixtures/explanation";
import { answerOf, hand, momentOf } from "../fixtures/hands";

/** 12 HCP and five spades; North deals. */
const SOUTH = withHandText(EMPTY_INPUT, "AKJ52.K83.T42.J6");
const PARTNER = hand({
  hcp: { 10: 0.3, 13: 0.5, 18: 0.2 },
  lengths: { S: { 2: 0.4, 3: 0.5, 4: 0.1 }, H: { 3: 0.8, 5: 0.2 } },
});
const DEALT = momentOf({ N: PARTNER, E: hand(), W: hand() });
const PAIRS_ANSWER = answerOf(SOUTH, DEALT);

const CHANCES: CallChance[] = [
  { call: "2H", probability: 0.6 },
  { call: "P", probability: 0.25 },
  { call: "X", probability: 0.1 },
  { call: "4S", probability: 0.03 },
  { call: "2NT", probability: 0.01 },
  { call: "3C", probability: 0.004 },
  { call: "7NT", probability: 0.001 },
];

/** 1♥ P, and South to call. */
const POSITION: Input = { ...SOUTH, auction: ["1H", "P"] };

function calling(input: Input, changes: Partial<Explanation> = {}): Explanation {
  const flat = flatExplanation(input);
  const moments = flat.moments.map((moment): Moment => ({ ...moment, next_call: CHANCES }));
  return { ...flat, moments, ...changes };
}

const SUGGESTED = calling(POSITION, {
  suggestion: { seat: "S", call: "2H", probability: 0.6, sentence: "2♥ is <likely> for South & no other." },
});

/** A branch that calls X in place of the pass, on show, and the main line beside it. */
function compared(): State {
  const after = (state: State, ...actions: Action[]) => actions.reduce(update, state);
  const answered = (state: State, explanation: Explanation) =>
    update(state, { type: "explanation received", input: state.input, explanation });
  const { input } = EXAMPLES[0]!;
  const start = after(initialState(), { type: "input replaced", input });
  const main = answered(start, flatExplanation(input));
  const branch = after(
    main,
    { type: "moment set", moment: 1 },
    { type: "branch started", at: 1 },
    { type: "call made", call: "X" },
  );
  const flat = flatExplanation(branch.input);
  const hands = { ...flat.moments[2]!.hands, E: hand({ hcp: { 12: 0.5, 14: 0.5 } }) };
  const moments = [...flat.moments.slice(0, 2), { ...flat.moments[2]!, hands }];
  return update(answered(branch, { ...flat, moments }), { type: "lines compared", compared: { line: 0, seat: "E" } });
}

/** The texts drawn, in their order, without the marks of colours in them. */
function texts({ svg }: Picture): string[] {
  return [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, inside]) =>
    inside!
      .replace(/<[^>]*>/g, "")
      .replace("&lt;", "<")
      .replace("&gt;", ">")
      .replace("&amp;", "&"),
  );
}

const NAMED = { name: `<b>"R&D"</b>`, version: "1", sha256: "0", recipe: "" };

/** Every kind of picture, with a name in it that is not to be read as markup. */
function named(): [string, Picture][] {
  const [one, other] = comparedLines(compared())!.sides;
  const model = NAMED;
  const first = { ...one, explanation: { ...one.explanation, model } };
  return [
    ["hand", handPicture({ ...SUGGESTED, model }, 2, "N")],
    ["pairs", pairsPicture({ ...PAIRS_ANSWER, model }, 0)],
    ["calls", chancesPicture({ ...SUGGESTED, model }, 2)],
    ["lines", linesPicture({ seat: "E", sides: [first, other] })],
  ];
}

afterEach(() => setLanguage("en", "app"));

describe("every picture", () => {
  it.each(named())("says what it is, and escapes what it quotes: %s", (_, { svg, width, height }) => {
    expect(svg.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`)).toBe(true);
    expect(svg).toMatch(/<title>[^<]+<\/title><desc>[^<]+<\/desc>/);
    expect(svg).toContain("BridgeViz, &lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt; 1</text>");
    expect(svg).not.toContain("<b>");
    const bare = svg.replace(/<\/?[a-z]+(?: [a-zA-Z0-9:-]+="[^"<>]*")*\/?>/g, "");
    expect(bare).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|#39);)/);
  });

  it.each(named())("stands alone, within its frame: %s", (_, { svg, width, height }) => {
    expect(svg).not.toMatch(/style=|class=|var\(|href|url\(/);
    expect(svg).not.toMatch(/NaN|undefined|null/);
    const numbers = (name: string) =>
      [...svg.matchAll(new RegExp(` ${name}="([\\d.]+)"`, "g"))].map(([, value]) => Number(value));
    expect(Math.max(...numbers("y"))).toBeLessThan(height);
    expect(Math.max(...numbers("x"))).toBeLessThan(width);
  });
});

describe("both hands together", () => {
  const picture = pairsPicture(PAIRS_ANSWER, 0);

  it("has what the page says of each pair", () => {
    expect(picture.svg).toContain("<title>Both hands together before the first call</title>");
    expect(picture.svg).toContain(
      "<desc>You and North: 22–30 HCP, median 25: probably enough for game. Likely fit: ♠ (60\u00a0%). " +
        "West and East: 10–18 HCP, median 15: hardly enough for game. Likely fit: ♣ (",
    );
    expect(texts(picture)).toEqual(
      expect.arrayContaining([
        "You and North",
        "22–30 HCP, median 25: probably enough for game.",
        "Likely fit: ♠ (60\u00a0%).",
        "HCP22–30",
        "West and East",
        "HCP10–18",
      ]),
    );
  });

  it("has the fits in the order of the suits, and both zones", () => {
    const found = texts(picture);
    const start = found.indexOf("8 or more") + 1;
    expect(found.slice(start, start + 6)).toEqual(["♠", "7–9", "60\u00a0%", "♥", "6–8", "20\u00a0%"]);
    const zone = found.indexOf("Game zone, 25 HCP or more");
    expect(found.slice(zone, zone + 4)).toEqual([
      "Game zone, 25 HCP or more",
      "70\u00a0%",
      "Small slam zone, 33 HCP or more",
      "0\u00a0%",
    ]);
    expect(picture.svg).toContain('width="141.4" fill="#317ab9"'); // 70\u00a0% of 202
  });

  it("says to a spectator how the hands were added", () => {
    const moment = momentOf({ N: PARTNER, E: hand(), S: hand(), W: hand() });
    const seen = pairsPicture(answerOf({ spectator: true }, moment), 0);
    expect(texts(seen).join(" ")).toContain("Each sum takes its two hands as independent");
    expect(texts(seen)).toEqual(expect.arrayContaining(["North and South", "East and West"]));
  });
});

describe("the likely calls", () => {
  it("are the suggestion and its rivals, told from the hand", () => {
    const picture = chancesPicture(SUGGESTED, 2);
    const found = texts(picture);
    expect(found.slice(0, 4)).toEqual([
      "Likely calls after 1♥ Pass",
      "2♥ is <likely> for South & no other.",
      "South holds 12 HCP: ♠ AKJ52 ♥ K83 ♦ 1042 ♣ J6",
      "Likeliest next calls of South:",
    ]);
    expect(found.slice(4, 8)).toEqual(["2♥", "60\u00a0%", "Pass", "25\u00a0%"]);
    expect(found).toContain("2 more legal calls");
    expect(found).not.toContain("3♣");
    expect(picture.svg).toContain("2♥ 60\u00a0%, Pass 25\u00a0%, X 10\u00a0%, 4♠ 3\u00a0%, 2NT 1\u00a0%</desc>");
    expect(picture.svg).toContain('width="198" fill="#317ab9"'); // 60\u00a0% of 330
  });

  it("stand beside the call that was made, however unlikely it was", () => {
    const picture = chancesPicture(calling({ ...POSITION, auction: ["1H", "3C"] }), 1);
    const found = texts(picture);
    const made = found.indexOf("3♣");
    expect(found.slice(made, made + 3)).toEqual(["3♣", "<1\u00a0%", "made"]);
    expect(picture.svg).toContain("&lt;1\u00a0%");
    expect(found).toContain("1 more legal call");
    expect(found.join(" ")).not.toContain("South holds");
    expect(found).toContain("Likeliest next calls of East:");
  });

  it("are said in Chinese", async () => {
    await setLanguage("zh-Hans", "app");
    const { svg } = chancesPicture(SUGGESTED, 2);
    expect(svg).toContain("<title>1♥ 不叫之后的可能的叫品</title>");
    expect(svg).toContain("南家有12个大牌点：");
  });
});

describe("two lines", () => {
  const state = compared();

  it("stand side by side, below what sets them apart", () => {
    const picture = linesPicture(comparedLines(state)!);
    expect(picture.svg).toContain("<title>East in lines B and A</title><desc>How line A differs on East: ");
    const found = texts(picture);
    expect(found).toContain("• More points: 0–37 HCP rather than 12–14.");
    expect(found.filter((text) => text.startsWith("Line "))).toEqual([
      "Line B, after call 2: X",
      "Line A, after call 2: Pass",
    ]);
    expect(found.filter((text) => text === "HCP12–14" || text === "HCP0–37")).toEqual(["HCP12–14", "HCP0–37"]);
    // Both maps, less the viewer's own cards.
    expect(found.filter((text) => text === "33")).toHaveLength(2 * (52 - 13));
  });

  it("are to be had only while both are answered and compared", () => {
    expect(otherPictures(state)).toEqual(["pairs", "lines"]);
    const ended = update(state, { type: "lines compared", compared: null });
    expect(otherPictures(ended)).toEqual(["pairs"]);
    expect(drawPicture("lines", ended)).toBeNull();
    expect(drawPicture("lines", { ...state, answers: new Map() })).toBeNull();
  });
});

describe("pictures to take along", () => {
  const shown = (explanation: Explanation, moment: number): State => ({ ...initialState(), explanation, moment });

  it("are named by the calls and by what they show", () => {
    const state = shown(SUGGESTED, 2);
    expect(drawPicture("N", state)).toMatchObject({ calls: ["1H", "P"], what: "north" });
    expect(drawPicture("pairs", state)).toMatchObject({ calls: ["1H", "P"], what: "both-hands" });
    expect(drawPicture("calls", shown(SUGGESTED, 1))).toMatchObject({ calls: ["1H"], what: "likely-calls" });
    expect(drawPicture("lines", compared())).toMatchObject({ calls: ["1H", "X"], what: "east-lines-b-a" });
    expect(pictureName("lines", compared())).toBe("Lines B and A");
  });

  it("are those on show", () => {
    expect(otherPictures(shown(SUGGESTED, 2))).toEqual(["pairs", "calls"]);
    const over = flatExplanation({ ...SOUTH, auction: ["P", "P", "P", "P"] });
    expect(otherPictures(shown(over, 4))).toEqual(["pairs"]);
    expect([drawPicture("calls", shown(over, 4)), drawPicture("S", shown(over, 4))]).toEqual([null, null]);
    expect([otherPictures(initialState()), drawPicture("N", initialState())]).toEqual([[], null]);
  });
});

describe("lines of text", () => {
  it("break between words", () => {
    expect(linesOf("one two three", 80, 12)).toEqual(["one two", "three"]);
    expect(linesOf("in at least 80\u00a0% of cases", 12 * 0.6 * 13, 12)).toEqual(["in at least", "80\u00a0% of cases"]);
  });

  it("break anywhere in Chinese, but before no comma", () => {
    expect(linesOf("大牌点，黑桃", 30, 10)).toEqual(["大牌", "点，黑", "桃"]);
    expect(linesOf("至少在 80\u00a0% 的情形", 60, 10).join("")).toBe("至少在 80\u00a0%的情形");
  });

  it("lose no sign", () => {
    const sentence = "Likely fit: ♠ (60\u00a0%), ♥ (>99\u00a0%); “so” — it's said.";
    expect(linesOf(sentence, 100, 12).join(" ")).toBe(sentence);
    expect(SUITS.flatMap((suit) => linesOf(suit, 1, 12))).toEqual([...SUITS]);
  });
});
