// @vitest-environment happy-dom
/** A table for two, as one of the players sees it. */

import { describe, expect, it } from "vitest";

import type { Call } from "../../../src/bridge/calls";
import { setOf } from "../../../src/practice/class-set";
import { formatSeat } from "../../../src/practice/practice-link";
import { saveFile } from "../../../src/practice/practice-storage";
import type { PracticeTable } from "../../../src/service/tables";
import type { CardQuestion } from "../../../src/service/types";
import { practiceTable, TOKEN } from "../../fixtures/practice-tables";
import { HANDS } from "../../fixtures/review";
import {
  bid,
  button,
  click,
  closePage,
  done,
  json,
  openLink,
  part,
  parts,
  problem,
  reload,
  select,
  type Service,
  settle,
  text,
  unfold,
} from "../page";
import { auction, openPractice } from "./service";

const TABLES = "/api/v1/practice/tables";
const NORTH = "north-".padEnd(32, "x");
const SEAT = `table=${TOKEN}&theme=stayman`;
const TAKEN = "This seat is in use in another browser";

/** The table at the service, as South sees it. */
let table: PracticeTable;

function serve({ answers }: Service): void {
  table = practiceTable({ dealer: "E", auction: ["P"], turn: "S", systems: { ns: "sayc", ew: "sayc" } });
  answers[TABLES] = () =>
    json({
      seats: [
        ["N", NORTH],
        ["S", TOKEN],
      ].map(([seat, token]) => ({ seat, token, page: "" })),
    });
  answers["/api/v1/cards/guess"] = () => done({ choices: [] });
  const at = `${TABLES}/${TOKEN}`;
  answers[at] = answers[`${at}/holder`] = () => json(table);
  answers[`${at}/calls`] = ({ body }) => {
    const { call } = body as { call: Call };
    table = { ...table, auction: [...table.auction, call], turn: "N" };
    return json(table);
  };
  answers[`${at}/boards`] = () => {
    table = { ...table, deal: 2, number: 4, auction: ["P"], turn: "S", hands: null, board: null };
    return json(table);
  };
}

/** What partner and robots do meanwhile. */
async function meanwhile(changes: Partial<PracticeTable>): Promise<void> {
  table = { ...table, ...changes };
  await settle();
}

function sitDown(before: (service: Service) => void = () => undefined): Promise<Service> {
  return openPractice(SEAT, {
    before: (service) => {
      serve(service);
      before(service);
    },
  });
}

const OVER = { auction: ["P", "P", "P", "P"], turn: null, hands: HANDS, board: 1003 } satisfies Partial<PracticeTable>;

describe("a table for two", () => {
  it("is opened with a board nobody has seen, and has a link for partner alone", async () => {
    const service = await openPractice("", { before: serve });
    await select("Theme", "Stayman");
    await unfold("Bid with a partner");
    await click(button("Open a table"));
    expect(service.bodies("/api/v1/practice/boards")[0]).toMatchObject({ theme: "stayman", hand: false });
    expect(service.bodies(TABLES)).toEqual([
      { board: 1003, systems: { ns: "sayc", ew: "sayc" }, seats: ["N", "S"], draw: null },
    ]);
    expect(location.hash).toBe(`#${SEAT}`);
    await openLink(location.hash.slice(1));
    expect((part("#partner-address") as HTMLInputElement).value).toMatch(new RegExp(`#table=${NORTH}&theme=stayman$`));
    expect(text("#pair-title")).toBe("You and partner");
    expect(text(".player-hand")).toContain("You are South");
  });

  it("is not opened where there are too many, and the form says so", async () => {
    const full = { type: "urn:bridgeviz:problem:too-many-tables" };
    await openPractice("", { before: ({ answers }) => void (answers[TABLES] = () => problem(429, full)) });
    await unfold("Bid with a partner");
    await click(button("Open a table"));
    expect(text(".pair-form [role=alert]")).toContain("You have too many practice tables open");
    expect(button("Open a table")).toHaveProperty("disabled", false);
  });

  it("shows the own hand alone, and lets nobody call out of turn", async () => {
    await sitDown();
    expect(text(".whose-turn")).toBe("Your call");
    expect(parts(".card-row")).toHaveLength(1);
    await bid("P");
    await meanwhile({ auction: ["P", "P", "P"], turn: "N" });
    expect(text(".whose-turn")).toBe("Partner is to call");
    expect(parts(".bidding-box:not([aria-disabled]), .deal")).toEqual([]);
    await click(part("[data-call=P]"));
    expect(table.auction).toHaveLength(3);
    await meanwhile({ auction: ["P", "P", "P", "1NT", "P"], turn: "S" });
    expect(auction()).toEqual(["pass", "pass", "pass", "1 notrump", "pass"]);
    expect(parts(".bidding-box:not([aria-disabled])")).toHaveLength(1);
  });

  it("tells whether partner is there", async () => {
    await sitDown();
    expect(text(".presence")).toBe("Partner has not come yet.");
    await meanwhile({ partner: "here" });
    expect(text(".presence")).toBe("Partner is here.");
    await meanwhile({ partner: "away" });
    expect(text(".presence")).toBe("Partner is away.");
    await bid("P");
    await meanwhile({ auction: ["P", "P", "P", "1NT", "P"], turn: "S", partner: "here" });
    expect(text(".whose-turn")).toBe("Partner has called 1NT. Your call");
  });

  it("keeps the seat through a reload", async () => {
    const service = await sitDown();
    await bid("P");
    await reload();
    const holders = service.bodies<{ holder: string; takeover: boolean }>(`${TABLES}/${TOKEN}/holder`);
    expect(holders).toHaveLength(2);
    expect(holders[1]).toEqual(holders[0]);
    expect(auction()).toEqual(["pass", "pass"]);
  });

  it("that is gone says so, and lets the player practise alone", async () => {
    const gone = () => problem(404, { type: "urn:bridgeviz:problem:unknown-table" });
    await sitDown(({ answers }) => void (answers[`${TABLES}/${TOKEN}/holder`] = gone));
    expect(text(".failure")).toContain("No such practice table");
    await click(button("Practise alone"));
    expect(parts(".failure")).toEqual([]);
    expect(text("#setup-title")).toBe("What to practise");
    expect(location.hash).not.toContain("table=");
  });

  it("has whole links alone", async () => {
    await openPractice("table=short");
    expect(text(".failure")).toBe("The link's table, “short”, opens no seat: copy the whole link.");
  });
});

describe("a call at a table for two", () => {
  it("stands also where it is a mistake, which is named", async () => {
    await sitDown();
    await bid("7NT");
    expect(text(".verdict")).toContain("7NT: a mistake");
    expect(text(".verdict-line")).not.toContain("Try another call");
    await meanwhile({ ...OVER, auction: ["P", "7NT", "P", "P", "P"] });
    expect(text(".own-calls tbody")).toContain("a mistake");
    expect(text(".misunderstandings")).toContain("South's spades: 7.");
  });

  it("is not lost while the service is away", async () => {
    const calls = `${TABLES}/${TOKEN}/calls`;
    const service = await sitDown();
    const before = service.answers[calls]!;
    service.answers[calls] = () => Promise.reject(new TypeError("Failed to fetch"));
    await bid("P");
    expect(text(".failure")).toContain("The page continues as soon as the service answers. No call is lost.");
    service.answers[calls] = before;
    await settle(6_000);
    expect(parts(".failure")).toEqual([]);
    expect(table.auction).toEqual(["P", "P"]);
  });

  it("that came too late is taken back, and the player told", async () => {
    await sitDown(({ answers }) => {
      answers[`${TABLES}/${TOKEN}/calls`] = () => json({ ...table, auction: ["P", "1S"], turn: "W" });
    });
    await bid("P");
    expect(text(".pair-notes")).toContain("Your call was not made: the auction had moved on.");
    expect(auction()).toEqual(["pass", "1 spade"]);
  });

  it("is awaited of robots that cannot call yet, with the reason", async () => {
    await sitDown();
    await meanwhile({ error: { type: "urn:bridgeviz:problem:no-worker", title: "No", status: 503 } });
    expect(text(".pair-notes [role=alert]")).toBe("The model is not available. Robots call as soon as they can.");
    await meanwhile({ error: null });
    await settle();
    expect(text(".pair-notes [role=alert]")).toBe("");
  });
});

describe("a seat", () => {
  it("that another browser has is taken here on request alone", async () => {
    const holder = `${TABLES}/${TOKEN}/holder`;
    const service = await sitDown(({ answers }) => {
      answers[holder] = ({ body }) =>
        (body as { takeover: boolean }).takeover
          ? json(table)
          : problem(409, { type: "urn:bridgeviz:problem:seat-taken" });
    });
    expect(text(".failure")).toContain(TAKEN);
    expect(parts(".card-row")).toEqual([]);
    await click(button("Take the seat here"));
    expect(text(".player-hand")).toContain("You are South");
    expect(service.bodies<{ takeover: boolean }>(holder).map(({ takeover }) => takeover)).toEqual([false, true]);
  });

  it("lost to another browser makes no more calls", async () => {
    await sitDown();
    await meanwhile({ taken: true });
    expect(text(".failure")).toContain(TAKEN);
    expect(parts(".bidding-box")).toEqual([]);
    expect(auction()).toEqual(["pass"]);
  });
});

describe("the next board of two", () => {
  it("comes at the same table, once the end of the last has been seen", async () => {
    const service = await sitDown();
    await meanwhile(OVER);
    expect(text(".board-end")).toContain("Robots: ");
    expect(text(".board-end")).not.toContain("Bid this board again");
    await click(button("Next board"));
    expect(service.bodies(`${TABLES}/${TOKEN}/boards`)).toEqual([expect.objectContaining({ board: 1095 })]);
    expect(parts(".board-end")).toEqual([]);
    expect(text("#table-title")).toBe("Board 4");
    expect(location.hash).toBe(`#${SEAT}`);
  });

  it("that partner had dealt waits for the player", async () => {
    const service = await sitDown();
    await meanwhile(OVER);
    await meanwhile({ deal: 2, number: 4, auction: [], turn: "E", hands: null, board: null });
    expect(text(".pair-notes")).toContain("Partner dealt the next board.");
    expect(parts(".board-end")).toHaveLength(1);
    await click(button("Next board"));
    expect(text("#table-title")).toBe("Board 4");
    expect(service.bodies(`${TABLES}/${TOKEN}/boards`)).toEqual([]);
  });

  it("is none after the last of a file, which the player goes back to", async () => {
    const source = { hands: HANDS, dealer: "E", vulnerability: "none", seat: "S" } as const;
    const set = setOf([{ source, theme: null, system: "sayc", number: 13 }]);
    const seat = formatSeat({ token: TOKEN, theme: null, level: null, set });
    const back = () => parts(".board-actions a.primary").map((one) => one.getAttribute("href"));
    await openPractice(seat, { before: serve });
    saveFile("abc", TOKEN);
    await meanwhile(OVER);
    expect(text(".set-done")).toBe("That was the last of these boards.");
    expect(back()).toEqual(["/#boards=abc"]);
    saveFile("abc", "another table");
    await reload();
    expect(back()).toEqual([]);
    await click(part(".board-actions .quiet"));
    expect(text("#setup-title")).toBe("What to practise");
  });

  it("is in the progress once, also after a reload", async () => {
    await sitDown();
    await meanwhile(OVER);
    await reload();
    expect(text(".board-end")).toContain("Robots: ");
    expect(JSON.parse(localStorage.getItem("practice-progress")!).boards).toHaveLength(1);
  });
});

describe("what a call is for the two", () => {
  const doubt = {
    choice: "two_level_openings",
    option: "multi",
    odds: 1.3,
    came_up: true,
    clear: false,
    changed: true,
    change_odds: 2468,
    options: [],
    calls: [{ board: 0, index: 1, call: "2D", odds: 2468 }],
  };
  const guessed = (choices: object[]) => ({ calls: 2, code: "sayc", base: {}, choices });

  async function atTheEnd(choices: object[]): Promise<Service> {
    const service = await sitDown(({ answers }) => {
      answers["/api/v1/cards/guess"] = () => done(guessed(choices));
      answers[`${TABLES}/${TOKEN}/card`] = ({ body }) => {
        const { card } = body as { card: string };
        table = { ...table, systems: { ...table.systems, ns: card } };
        return json(table);
      };
    });
    await meanwhile(OVER);
    return service;
  }

  it("is asked once a call tells of another card, and put on the card of both", async () => {
    const service = await atTheEnd([doubt]);
    const [asked] = service.bodies<CardQuestion>("/api/v1/cards/guess");
    expect(asked!.card).toBe("sayc");
    expect(asked!.boards).toMatchObject([{ seat: "S", auction: OVER.auction, opponents: "sayc" }]);
    expect(text(".pair-card h3")).toBe("What is 2♦ for us?");
    await click(button("Put it on our card"));
    expect(service.bodies<{ card: string }>(`${TABLES}/${TOKEN}/card`)[0]!.card).toBe("sayc-e2");
    expect(text(".pair-card")).toBe("From the next board on you both play SAYC + Multi.");
  });

  it("is not asked where the calls fit the card, nor again where the card is to stay", async () => {
    await atTheEnd([{ ...doubt, changed: false }]);
    expect(parts(".pair-card")).toEqual([]);
    await closePage();
    await atTheEnd([doubt]);
    await click(button("Leave our card as it is"));
    expect(parts(".pair-card")).toEqual([]);
  });
});
