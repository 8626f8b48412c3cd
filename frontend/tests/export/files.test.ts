import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";

import { callSymbol, toAscii, truncate } from "../../src/bridge/calls";
import { PACK } from "../../src/bridge/hand";
import { type Seat, SEAT_NAMES, seatAfter } from "../../src/bridge/table";
import { EXAMPLES } from "../../src/entry/examples";
import { withoutEstimate } from "../../src/entry/import-board";
import { EMPTY_INPUT, type Input, toRequest, withBoard, withDeal, withHandText } from "../../src/entry/input";
import { type ExportData, fileName } from "../../src/export/download";
import { element, mixed } from "../../src/export/drawing";
import { runExport, toFile, toJson } from "../../src/export/export";
import { handPicture, PICTURE_HEIGHT } from "../../src/export/hand-picture";
import { toPbn } from "../../src/export/pbn";
import type { CallMeaning, Explanation } from "../../src/service/types";
import { type Action, initialState, type State } from "../../src/state/state";
import { flatExplanation } from "../fixtures/explanation";

const INTERVAL = { low: 0, high: 13, median: 3 };
const LENGTHS = { S: INTERVAL, H: INTERVAL, D: INTERVAL, C: INTERVAL };

/** What was entered, and an answer that says this of each call. */
function taken(input: Input, shown: (index: number) => string): ExportData {
  const calls = input.auction.map((call, index): CallMeaning => {
    const seat = seatAfter(input.dealer, index);
    const lead = `${SEAT_NAMES[seat]}'s ${callSymbol(call)} usually shows `;
    const sentence = `${lead}${shown(index)} (each in at least 80\u00a0% of cases).`;
    return {
      index,
      seat,
      call,
      probability: 0.5,
      rank: 1,
      likeliest: call,
      surprise: 1,
      unusual: false,
      own_probability: null,
      shows: { hcp: INTERVAL, lengths: LENGTHS, sentence },
    };
  });
  return { input, explanation: { ...flatExplanation(input), calls }, date: "2026-11-21" };
}

/** Text files that the parsers' own tests read as well. */
function exported(name: string): string {
  return readFileSync(`tests/fixtures/exported/${name}`, "latin1");
}

/** What the file that the service writes is to say of each call. */
function explained(data: ExportData) {
  return toFile(data).boards[0]!.notes!.map(({ explanation }) => explanation);
}

const UNFINISHED = taken(
  withHandText(
    withBoard({ ...EMPTY_INPUT, auction: ["P", "1D", "1NT", "X", "XX"], seat: "W" }, "2"),
    "AKJT985..A76.842",
  ),
  (index) => ["0–11 HCP", "11–20 HCP, ♦ or “both”", "15–17 HCP, balanced | not 1♥!", "C:\\ {odd}", "0–11 HCP"][index]!,
);

const DEAL = Object.fromEntries(
  ["N", "E", "S", "W"].map((seat, place) => [seat, PACK.filter((_, card) => card % 4 === place)]),
) as unknown as Record<Seat, readonly string[]>;
const FINISHED = taken(
  withDeal(
    { ...EMPTY_INPUT, board: "", dealer: "S", vulnerability: "both", auction: ["1H", "P", "4H", "X", "P", "P", "P"] },
    DEAL,
  ),
  (index) => `meaning ${index + 1}`,
);

describe("PBN", () => {
  it.each([
    ["unfinished", UNFINISHED],
    ["finished", FINISHED],
  ] as const)("is exactly so: %s", (name, what) => {
    expect(toPbn(what)).toBe(exported(`${name}.pbn`));
  });

  it("keeps what the file said of a call, before the estimate", () => {
    const texts = new Map([[0, "could be short"]]);
    const { dealer, auction } = FINISHED.input;
    const annotated = { ...FINISHED, input: { ...FINISHED.input, annotations: { dealer, auction, texts } } };
    const estimate = "Meaning 1.";
    expect(toPbn(annotated)).toContain(`[Note "1:could be short (BridgeViz: ${estimate})"]`);
    expect(explained(annotated)[0]).toBe(`could be short (BridgeViz: ${estimate})`);
    const saved = `could be short (BridgeViz: ${estimate})`;
    expect(["BridgeViz", "Cup"].map((event) => withoutEstimate(saved, event))).toEqual([
      "could be short",
      "could be short",
    ]);
    const cut = "could be short (BridgeViz:...";
    expect(withoutEstimate(cut, "BridgeViz")).toBe("could be short");
  });

  it("takes what it wrote alone for an estimate, and keeps every letter of a person's words", () => {
    expect(withoutEstimate("12-17 HCP.", "BridgeViz")).toBe("");
    expect(withoutEstimate("12-17 HCP, 5+ ♥", "Cup")).toBe("12-17 HCP, 5+ ♥");
    const texts = new Map([
      [0, "Fünferlänge\n五张♥"],
      [1, "meaning 2"],
    ]);
    const { dealer, auction } = FINISHED.input;
    const annotated = { ...FINISHED, input: { ...FINISHED.input, annotations: { dealer, auction, texts } } };
    expect(toPbn(annotated)).toContain('"1:Fünferlänge 五张hearts (BridgeViz: Meaning 1.)"');
    expect(explained(annotated)[0]).toBe("Fünferlänge 五张hearts (BridgeViz: Meaning 1.)");
    expect(truncate("五".repeat(300), 255)).toHaveLength(255);
  });

  it("keeps its lines and its notes within what PBN allows", () => {
    const auction = "P P P 1C P P X P P XX P P 1D P P X P P XX P P 1H P P X P P XX P P 1S P P X P P XX".split(" ");
    const long = taken({ ...EMPTY_INPUT, auction, spectator: true }, (index) => `${index} ${"word ".repeat(80)}`);
    const lines = toPbn(long).split("\r\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(255);
    expect(lines.filter((line) => line.startsWith("[Note "))).toHaveLength(32);
    expect(toPbn(long).match(/\{\d/g)).toHaveLength(auction.length - 32);
  });

  it("says that a deal was passed out", () => {
    const text = toPbn(taken({ ...EMPTY_INPUT, spectator: true, auction: ["P", "P", "P", "P"] }, () => "x"));
    expect(text).toContain('[Declarer ""]\r\n[Contract "Pass"]');
    expect(text).toContain('[Deal "N:- - - -"]');
    expect(text).toContain('Pass =1= Pass =1= Pass =1= Pass =1=\r\n[Note "1:X."]');
  });
});

describe("LIN", () => {
  it.each([
    ["unfinished", UNFINISHED],
    ["finished", FINISHED],
  ] as const)("is asked of the service: %s", (name, what) => {
    expect(toFile(what)).toEqual(JSON.parse(exported(`${name}.json`)));
  });
});

/** The state of the page once it shows an answer. */
function answered({ explanation, input }: ExportData): State {
  return { ...initialState(), explanation, explained: input };
}

describe("the LIN that the service writes", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is saved", async () => {
    const saved: Blob[] = [];
    const anchor = { click: () => undefined };
    vi.stubGlobal("document", { createElement: () => anchor });
    vi.stubGlobal("URL", { createObjectURL: (blob: Blob) => saved.push(blob), revokeObjectURL: () => undefined });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify("pn|,,,|st||\n"))));
    await runExport({ what: "lin" }, answered(FINISHED), () => undefined);
    expect(await saved[0]!.text()).toBe("pn|,,,|st||\n");
    expect(anchor).toMatchObject({ download: "bridgeviz-1H-P-4H-X-P-P-P.lin" });
  });

  it("is told of where it does not come", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 503 })));
    const told: Action[] = [];
    await runExport({ what: "lin" }, answered(FINISHED), (action) => told.push(action));
    expect(told).toMatchObject([{ type: "export failed", failure: { title: "The service is not available" } }]);
  });
});

describe("JSON", () => {
  it("holds the answer with what was asked", () => {
    const read = JSON.parse(toJson(FINISHED));
    expect(read).toEqual({
      date: "2026-11-21",
      request: toRequest(FINISHED.input),
      deal: DEAL,
      explanation: FINISHED.explanation,
    });
  });
});

describe("a picture", () => {
  const { input } = EXAMPLES[0]!;
  const flat = flatExplanation(input);
  const picture = handPicture(flat, 1, "N").svg;

  /** How often something stands in the picture. */
  const count = (part: string) => picture.split(part).length - 1;

  it("says what it is, to those who look and those who listen", () => {
    expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="568"/);
    expect(picture).toContain("<title>North after 1♥</title><desc>N: anything.</desc>");
    expect(handPicture(flat, 0, "N").svg).toContain("<title>North before the first call</title>");
  });

  it("has a number in every cell but those of the viewer's own cards", () => {
    expect(count(">33</text>")).toBe(52 - 13);
    expect(count('height="27"')).toBe(52);
    expect(count('height="27" rx="3" fill="#efebe0"')).toBe(13);
  });

  it("stands alone: no style sheet, nothing from elsewhere", () => {
    expect(picture).not.toMatch(/style=|class=|var\(|href|url\(/);
    expect(picture.match(/http[^"]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
  });

  it("draws bars in proportion", () => {
    const hand = flat.moments[1]!.hands.N!;
    const probabilities = hand.hcp.probabilities.map((_, value) => (value === 10 ? 0.8 : value === 11 ? 0.2 : 0));
    const hcp = { probabilities, low: 10, high: 10, median: 10 };
    const moments = [flat.moments[0]!, { ...flat.moments[1]!, hands: { N: { ...hand, hcp } } }];
    const drawn = handPicture({ ...flat, moments } as Explanation, 1, "N").svg;
    expect(drawn).toMatch(/y="234" width="7" height="56" fill="#317ab9"/);
    expect(drawn).toMatch(/y="276" width="7" height="14" fill="#b9c6cf"/);
  });

  it("has all its words, on as many lines as they take", () => {
    const summary = "N: three or more diamonds, 11–21 HCP; with your cards in view usually 4+ diamonds, 11–14 HCP.";
    const moments = [
      flat.moments[0]!,
      { ...flat.moments[1]!, hands: { N: { ...flat.moments[1]!.hands.N!, summary } } },
    ];
    const { svg, height } = handPicture({ ...flat, moments } as Explanation, 1, "N");
    expect(height).toBeGreaterThan(PICTURE_HEIGHT);
    expect(svg).toMatch(/y="71"[^>]*>[^<]*11–14 HCP/);
  });

  it("keeps within its frame and escapes what it quotes", () => {
    const heights = [...picture.matchAll(/ y="([\d.]+)"/g)].map(([, y]) => Number(y));
    expect(Math.max(...heights)).toBeLessThan(PICTURE_HEIGHT);
    expect(element("a", { b: '"<' }, "c")).toBe('<a b="&quot;&lt;">c</a>');
    expect([mixed("#000000", "#ffffff", 0.5), mixed("#102030", "#405060", 0)]).toEqual(["#808080", "#102030"]);
  });
});

describe("words for old programs", () => {
  it("are ASCII on one line", () => {
    expect(toAscii("1♥ shows 5–6 ♥,\n“solid”…")).toBe('1H shows 5-6 hearts, "solid"...');
    expect(toAscii("日")).toBe("?");
  });

  it("are cut between words", () => {
    expect(truncate("one two three", 13)).toBe("one two three");
    expect(truncate("one two three", 12)).toBe("one two...");
  });
});

describe("file names", () => {
  it("say what is in them", () => {
    expect(fileName(["1D", "1H"], "west", "svg")).toBe("bridgeviz-1D-1H-west.svg");
    expect(fileName([], "", "pbn")).toBe("bridgeviz-before-the-first-call.pbn");
    const { auction } = EXAMPLES.at(-1)!.input;
    expect(fileName(auction, "", "lin")).toBe("bridgeviz-1D-1H-1S-to-P-P-P-22-calls.lin");
  });
});
