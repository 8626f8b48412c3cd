// @vitest-environment happy-dom
/** The picture of the hidden hands: stepping, marking cards, sums of both hands, and what is said first. */

import { screen, within } from "@testing-library/dom";
import { beforeEach, expect, it } from "vitest";

import { cardChance, explanationOf } from "../fixtures/answers";
import {
  auction,
  boxCall,
  button,
  choose,
  click,
  done,
  fill,
  heat,
  hover,
  openPage,
  part,
  parts,
  press,
  seen,
  select,
  type Service,
  text,
  unfold,
} from "./page";

const HAND = "AKJT985.6.A76.84";
const LINK = `hand=${HAND}&seat=S&dealer=N&vul=NS&auction=1D-1H`;
const EXPLANATIONS = "/api/v1/explanations";

let service: Service;

beforeEach(async () => {
  service = await openPage("main", { fragment: LINK });
});

/** Open the page with an answer changed. */
async function withAnswer(change: (answer: ReturnType<typeof explanationOf>) => void, fragment = LINK): Promise<void> {
  service = await openPage("main", {
    fragment,
    prepare: ({ answers }) => {
      answers[EXPLANATIONS] = ({ body }) => {
        const answer = explanationOf(body as Parameters<typeof explanationOf>[0]);
        change(answer);
        return done(answer);
      };
    },
  });
}

it("puts a suggested call first where another is likelier", async () => {
  await withAnswer(({ suggestion }) => {
    suggestion!.call = "1S";
  });
  const rows = parts(".chances li").slice(0, 3);
  expect(rows.map((row) => row.dataset["call"])).toEqual(["1S", "P", "X"]);
  expect(rows.map((row) => row.textContent!.includes("suggested"))).toEqual([true, false, false]);
});

/** All hands around the table. */
const aroundTable = () => click(button("All hands around the table"));
const cell = (seat: string, card: string) => part(`table.heat[data-seat=${seat}] td[data-card=${card}]`);
const shownChance = (seat: "N" | "E" | "W", nCalls: number) => Math.round(100 * cardChance(seat, nCalls));

it("draws each hidden hand with its chances and its summary, and the own cards in each", async () => {
  await aroundTable();
  for (const seat of ["N", "E", "W"] as const) {
    expect(Object.keys(heat(seat))).toHaveLength(39);
    expect(new Set(Object.values(heat(seat)))).toEqual(new Set([shownChance(seat, 2)]));
    expect(parts(`table.heat[data-seat=${seat}] td[data-own]`)).toHaveLength(13);
    const hand = part(`article[aria-labelledby=hand-${seat}]`);
    expect(hand.querySelector(".summary")!.textContent).toContain("HCP or more after 2 calls");
  }
  expect(parts("table.heat[data-seat=S]")).toEqual([]);
});

it("steps through the auction without asking again", async () => {
  await aroundTable();
  const asked = service.asked.length;
  for (const [key, moment] of [
    ["Home", 0],
    ["ArrowRight", 1],
    ["ArrowRight", 2],
    ["ArrowLeft", 1],
    ["End", 2],
  ] as const) {
    await press(`[${key}]`);
    expect(heat("W")["HK"]).toBe(shownChance("W", moment));
    expect(parts(".diagram [aria-current=step]")).toHaveLength(moment === 0 ? 0 : 1);
  }
  await click(part(".diagram [data-call='0']"));
  expect(heat("N")["HK"]).toBe(shownChance("N", 1));
  expect(service.asked).toHaveLength(asked);
});

it("draws the last of many quick steps in every hand", async () => {
  await aroundTable();
  await press("[Home][ArrowRight][End][ArrowLeft][Home][ArrowRight]");
  for (const seat of ["N", "E", "W"] as const) expect(heat(seat)["HK"]).toBe(shownChance(seat, 1));
});

it("tells the sentence of every call, and flags unusual ones", async () => {
  await withAnswer(({ calls }) => void (calls[1]!.unusual = true));
  await click(part(".diagram [data-call='0']"));
  expect(text(".message h2")).toContain("North partner 1♦");
  expect(text(".message")).toContain("Four or more.");
  expect(parts(".message .card-unclear")).toEqual([]);
  await click(part(".diagram [data-call='1']"));
  expect(text(".message h2")).toContain("East right opponent 1♥");
  expect(parts(".message .card-unclear")).toHaveLength(1);
  expect(parts(".diagram [data-call] .unusual-mark")).toHaveLength(1);
});

it("names the contract once the auction is over", async () => {
  await openPage("main", { fragment: LINK.replace("1D-1H", "1D-1H-X-P-P-P") });
  expect(seen(part(".contract"))).toMatch(/1♥\s*X\s*by East/);
  expect(text("#next-title")).toBe("The auction is over");
});

it("warns of rare auctions and other systems first, and of plain ones not at all", async () => {
  expect(screen.queryByRole("list", { name: "Warnings" })).toBeNull();
  await withAnswer((answer) => {
    answer.systems.ew.sentence = "Their calls look like Polish Club.";
    answer.surprise.sentence = "A rare or unclear auction.";
  });
  const warnings = within(screen.getByRole("list", { name: "Warnings" })).getAllByRole("listitem");
  expect(warnings.map((one) => one.textContent)).toEqual([
    "Their calls look like Polish Club.",
    "A rare or unclear auction.",
  ]);
});

it("lists the next calls with their chances, the unlikely ones folded", async () => {
  await withAnswer((answer) => {
    answer.moments.at(-1)!.next_call = [
      { call: "1S", probability: 0.62 },
      { call: "P", probability: 0.372 },
      { call: "2S", probability: 0.0049 },
      { call: "3S", probability: 0.0031 },
    ];
    answer.suggestion!.call = "1S";
  });
  expect(text("#next-title")).toBe("What should you call?");
  expect(parts(".chances li").map((row) => row.dataset["call"])).toEqual(["1S", "P"]);
  expect(parts(".chances li")[1]!.textContent).toContain("37\u00a0%");
  await unfold("under 1\u00a0%");
  expect(parts(".chances li").map((row) => row.dataset["call"])).toEqual(["1S", "P", "2S", "3S"]);
  expect(parts(".chances li")[3]!.textContent).toContain("<1\u00a0%");
});

it("leads the focus from a call made in a row to the answer", async () => {
  const row = part(".chances li button");
  row.focus();
  await press("{Enter}");
  expect(document.activeElement?.id).toBe("answer");
  expect(service.positions.at(-1)!.auction).toHaveLength(3);
});

it("turns the table to any seat", async () => {
  await aroundTable();
  const own = () => part(".place:has(.own-hand)").className;
  expect(own()).toBe("place place-bottom");
  await press("f");
  expect(own()).toBe("place place-right");
  expect(button("West at the bottom").getAttribute("aria-pressed")).toBe("true");
  await press("fff");
  expect(own()).toBe("place place-bottom");
  await click(button("East at the bottom"));
  expect(own()).toBe("place place-left");
});

it("opens an opponent's line to a picture", async () => {
  for (const seat of ["W", "E"]) {
    expect(parts(`table.heat[data-seat=${seat}]`)).toEqual([]);
    await click(part(`article[aria-labelledby=hand-${seat}] summary`));
    expect(parts(`table.heat[data-seat=${seat}]`)).toHaveLength(1);
  }
});

it("marks a card in every map, and keeps it marked while one steps", async () => {
  await aroundTable();
  await hover(cell("W", "HK"));
  for (const seat of ["N", "E", "W"] as const) expect(text(".card-line")).toContain(`${shownChance(seat, 2)}\u00a0%`);
  expect(parts("[data-marked=looked]")).toHaveLength(3);
  await click(cell("W", "HK"));
  await hover(part(".masthead"));
  expect(parts("[data-marked=pinned]")).toHaveLength(3);
  await press("[Home]");
  for (const seat of ["N", "E", "W"] as const) expect(text(".card-line")).toContain(`${shownChance(seat, 0)}\u00a0%`);
  await press("{Escape}");
  expect(parts("[data-marked]")).toEqual([]);
});

it("walks a heat map with the arrow keys, of which the page then knows nothing", async () => {
  await aroundTable();
  const stops = parts("table.heat[data-seat=E] [tabindex='0']");
  expect(stops).toHaveLength(1);
  stops[0]!.focus();
  await press("[ArrowDown][ArrowRight]");
  expect((document.activeElement as HTMLElement).dataset["card"]).toBe("HK");
  expect(text(".card-line")).toContain("♥K");
  expect(text(".moment-words")).toContain("After call 2 of 2");
  await press("{Enter}");
  expect(cell("W", "HK").dataset["marked"]).toBe("pinned");
});

it("says of a bar its number at every moment", async () => {
  await aroundTable();
  const bar = () => part("article[aria-labelledby=hand-W] .bar[data-value='10']");
  const title = () => bar().title;
  await hover(bar());
  expect(title()).toBe("10: 50\u00a0%"); // W has 5 + 3 + 2 or more
  await press("[Home]");
  expect(title()).toBe("10: 20\u00a0%");
});

it("tells what a call has changed", async () => {
  await unfold("More about this call");
  expect(text(".changes")).toContain("East's HCP: from 7–9 to 8–10");
  expect(parts("table.heat[data-seat=N] td[data-moved=up]")).toHaveLength(39);
  await press("[ArrowLeft]");
  expect(text(".changes")).not.toContain("to 8–10");
});

it("adds up both hands of the pair", async () => {
  await unfold("Both hands together");
  expect(text(".pair")).toContain("You and North");
  expect(text(".pair")).toContain("19–21 HCP"); // 12 here, 7 to 9 there
  await press("[Home]");
  expect(text(".pair")).toContain("17–19 HCP");
});

it("lays nothing open of a hand alone", async () => {
  await aroundTable();
  expect(screen.queryByRole("button", { name: "Show the cards" })).toBeNull();
});

it("announces the message once, and has its headings in order", async () => {
  const levels = parts("h1, h2, h3, h4").map((heading) => Number(heading.tagName[1]));
  expect(levels[0]).toBe(1);
  levels.slice(1).forEach((level, place) => expect(level).toBeLessThanOrEqual(levels[place]! + 1));
  expect(text(".announcement")).toContain("1 heart");
  const said = new Set<string>();
  const watcher = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const place = (target instanceof Element ? target : target.parentElement)?.closest("[role=status]");
      if (place?.textContent.trim()) said.add(place.textContent);
    }
  });
  watcher.observe(document.body, { childList: true, characterData: true, subtree: true });
  await click(part(".diagram [data-call='0']"));
  watcher.disconnect();
  expect(text(".announcement")).toContain("1 diamond");
  expect([...said]).toEqual([text(".announcement")]);
});

it("leads by the skip link to the answer, and keeps the address", async () => {
  const address = location.href;
  await click(part(".skip"));
  expect(document.activeElement?.id).toBe("answer");
  expect(location.href).toBe(address);
});

it("lists its keys on request", async () => {
  expect(part("#key-list").hidden).toBe(true);
  await press("?");
  expect(part("#key-list").hidden).toBe(false);
  await press("{Escape}");
  expect(part("#key-list").hidden).toBe(true);
});

it("turns shortcuts of one character off for good", async () => {
  await aroundTable();
  button("Keyboard").focus();
  await press("{Enter}{Tab}");
  const shortcuts = screen.getByRole("checkbox", { name: /^Shortcuts of one character/ });
  expect(document.activeElement).toBe(shortcuts);
  expect(text("#key-list")).toContain("turn the table");
  await press("[Space]");
  expect(text("#key-list")).not.toContain("turn the table");
  await press("{Escape}");
  expect(document.activeElement).toBe(button("Keyboard"));
  await openPage("main", { fragment: LINK });
  await aroundTable();
  await press("f?[Home]");
  expect(text(".moment-words")).toBe("Before the first call");
  expect(button("South at the bottom").getAttribute("aria-pressed")).toBe("true");
  expect(part("#key-list").hidden).toBe(true);
});

it("steps with the buttons of its bar", async () => {
  await click(button("Previous call"));
  expect(text(".moment-words")).toContain("After call 1 of 2: North, 1 diamond");
  await click(button("Start"));
  expect(text(".moment-words")).toBe("Before the first call");
  expect(button("Previous call").getAttribute("aria-disabled")).toBe("true");
  await click(button("Next call"));
  expect(text(".moment-words")).toContain("After call 1 of 2");
});

it("walks cards and calls with the keyboard", async () => {
  service = await openPage("main");
  button("ace of spades").focus();
  await press("[Space][ArrowRight]{Enter}[ArrowDown][Space]");
  expect(part("#hand")).toHaveProperty("value", "AK.K..");
  boxCall("1C").focus();
  await press("[ArrowRight]{Enter}[ArrowRight]{Enter}");
  expect(auction()).toEqual([["", "1♦", "1♥", "?"]]);
  await press("[End][ArrowDown][ArrowUp][ArrowLeft]{Enter}");
  expect(auction()).toEqual([
    ["", "1♦", "1♥", "1♠"],
    ["?", "", "", ""],
  ]);
});

it("shows the usual call and the best side by side, with why", async () => {
  await withAnswer((answer) => {
    answer.suggestion = {
      seat: "S",
      call: "4H",
      probability: 0.6,
      sentence: "South usually calls 4♥.",
      agreement: null,
      best: { call: "3H", imps: 0.9, error: 0.3, probability: 0.38, sentence: "Scores best: 3♥.", said: null },
    };
  });
  expect(text(".suggestion")).toContain("Usual: 4♥ (60\u00a0%)");
  expect(text(".best-call")).toBe("Scores best: 3♥ (+0.9 IMPs)");
  const { analysisOf } = await import("../fixtures/answers");
  const reason = "4♥ makes 61\u00a0% of the time.";
  service.answers["/api/v1/analyses"] = ({ body }) => {
    const analysis = analysisOf(body as Parameters<typeof analysisOf>[0]);
    const compared = { seat: "S", against: "4H", layouts: 96, calls: [], best: "3H", reason, said: null };
    return done({ ...analysis, next_calls: compared });
  };
  await unfold("Why 3♥?");
  expect(text(".why-best")).toBe(reason);
});

it("shows one line where the usual call is the best", () => {
  expect(parts(".suggestion")).toHaveLength(1);
  expect(parts(".best-call")).toEqual([]);
});

it("sees from another seat with the hand that is typed", async () => {
  await click(button("change"));
  await choose("You sit", "East");
  await fill(part("#hand"), "Q2.AJT92.Q854.JT");
  await select("N-S play", "acol");
  expect(service.positions.at(-1)).toMatchObject({ seat: "E", hand: "Q2.AJT92.Q854.JT", systems: { ns: "acol" } });
  expect(text(".own-hand, .tier-partner")).not.toBe("");
  expect(parts("table.heat[data-seat=W]")).toHaveLength(1); // partner
});
