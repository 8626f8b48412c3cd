// @vitest-environment happy-dom
/** The page in Chinese, and the way from one language to another. */

import { expect, it } from "vitest";

import { click, fill, openPage, part, press, problem, text } from "./page";

const HAND = "AQ742.K6.J85.T93";
const POSITION = `hand=${HAND}&seat=S&dealer=N&vul=NS&auction=1H-P`;
const language = "zh-hans";
const EXPLANATIONS = "/api/v1/explanations";
/** Names and notations, written so in Chinese books, too. */
const NAMES = new Set(["BridgeViz", "SAYC", "NT", "HCP"]);

/** The words of Latin letters in a text. */
function englishWords(words: string): string[] {
  return (words.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !NAMES.has(word) && !/^[AKQJT]+$/.test(word));
}

it.each([410, 422, 429, 500, 503, 504])("tells of a %i in Chinese", async (status) => {
  await openPage("main", {
    language,
    fragment: POSITION,
    prepare: ({ answers }) => void (answers[EXPLANATIONS] = () => problem(status, { title: "Something went wrong" })),
  });
  const said = text(".failure");
  expect(said).toMatch(/\p{Script=Han}/u);
  expect(englishWords(said)).toEqual([]);
});

it("names cards, calls and buttons in Chinese", async () => {
  const service = await openPage("main", { language });
  const named = (name: string) => part(`[aria-label="${name}"]`);
  await click(named("黑桃A"));
  expect(text("#hand-count")).toContain("1/13 张牌");
  await fill(part("#hand"), HAND);
  await click(named("1红心"));
  await click(part(".box-call[data-call=P]"));
  expect(service.positions.at(-1)!.auction).toEqual(["1H", "P"]);
  expect(text("#next-title")).toBe("您该叫什么？");
  await press("{Escape}");
  part(".step-bar button").focus();
  await press("[Home]");
  expect(text(".moment-words")).toBe("首个叫品之前");
});

it("takes what is on show along to another language", async () => {
  await openPage("main", { fragment: POSITION });
  const anchor = Object.assign(document.createElement("a"), { href: "?language=zh-hans", textContent: "中文" });
  part(".languages").append(anchor);
  anchor.addEventListener("click", (event) => event.preventDefault());
  await click(anchor);
  expect(anchor.href).toContain("?language=zh-hans#");
  expect(anchor.hash).toContain(`hand=${HAND}`);
  expect(anchor.hash).toContain("auction=1H-P");
});
