import { readdirSync } from "node:fs";

import { afterEach, describe, expect, it } from "vitest";

import { callSymbol, spokenCall } from "../../src/bridge/calls";
import { spokenCard } from "../../src/bridge/hand";
import {
  type Catalogue,
  joinList,
  joinSentences,
  type Message,
  plural,
  setLanguage,
  t,
  translate,
  translateConcisely,
  translateError,
} from "../../src/i18n/translate";
import { conciseEnglish } from "../../src/insight/format";
import { readSources } from "./sources";

const LANGUAGES = "src/i18n/catalogues";
const NAME = /\{(\w+)\}/g;
/** Notations that are the same in every language. */
const NOTATIONS = /AKJ5\.1098\.Q2\.AK43|N:63\.8\.KJT932/;

const SHOWN: Message = {
  key: "{seat}'s {call} usually shows {shape} (each in at least {level} % of cases).",
  values: {
    seat: { key: "North" },
    call: "1♠",
    shape: [
      { key: "{points} HCP", values: { points: "12–17" } },
      { key: "{count} or more {suit}", values: { count: { key: "five" }, suit: { key: "spades" } } },
    ],
    level: "80",
  },
};
const ENGLISH = "North's 1♠ usually shows 12–17 HCP, five or more spades (each in at least 80\u00a0% of cases).";

afterEach(() => setLanguage("en", "app"));

describe("the words of the page", () => {
  const { keys, bare } = readSources();

  it("all go through the catalogues", () => {
    expect(bare.filter((text) => !NOTATIONS.test(text))).toEqual([]);
    expect(keys.size).toBeGreaterThan(300);
  });

  it.each(readdirSync(LANGUAGES))("are all in %s, and no others", async (file) => {
    const page = await read(file);
    expect([...keys].filter((key) => page[key] === undefined)).toEqual([]);
    expect(Object.keys(page).filter((key) => !keys.has(key))).toEqual([]);
  });

  it.each(readdirSync(LANGUAGES))("keep their names in %s", async (file) => {
    for (const [key, text] of Object.entries(await read(file))) {
      expect(namesIn(text), key).toEqual(namesIn(key));
    }
  });
});

describe("English", () => {
  it("needs no catalogue", async () => {
    await setLanguage("en-gb", "app");
    expect(t("{count} cards", { count: 3 })).toBe("3 cards");
    expect(plural("{count} card", "{count} cards", 1)).toBe("1 card");
    expect(plural("{count} deal", "{count} deals", 1024)).toBe("1,024 deals");
    expect([callSymbol("P"), spokenCall("1H"), spokenCall("2H"), spokenCall("3NT")]).toEqual([
      "Pass",
      "1 heart",
      "2 hearts",
      "3 notrump",
    ]);
  });

  it("is what the service wrote", () => {
    expect(translate(ENGLISH, SHOWN)).toBe(ENGLISH);
    expect(translateConcisely(SHOWN)).toBeNull();
    expect(conciseEnglish(ENGLISH, "North's 1♠ usually shows ", 0.8)).toBe("12–17 HCP, five or more spades.");
  });
});

describe("Chinese", () => {
  it("says what the service said from the key and its values", async () => {
    await setLanguage("zh-Hans", "app");
    expect(translate(ENGLISH, SHOWN)).toBe(
      "北家的1♠通常表明12–17大牌点，黑桃5张以上（每一项都至少在 80\u00a0% 的情形下成立）。",
    );
    expect(translateConcisely(SHOWN)).toBe("12–17大牌点，黑桃5张以上。");
  });

  it("keeps what is said beside the points and suits", async () => {
    await setLanguage("zh-Hans", "app");
    const unusual = { key: "{shown} An unusual call here: take this as a rough guess.", values: { shown: SHOWN } };
    expect(translateConcisely(unusual)).toMatch(/^12–17大牌点，黑桃5张以上。这里是不寻常的叫品/);
  });

  it("names calls and cards as its players do", async () => {
    await setLanguage("zh-hans", "app");
    expect([callSymbol("P"), spokenCall("XX"), spokenCall("1H"), spokenCall("3NT")]).toEqual([
      "不叫",
      "再加倍",
      "1红心",
      "3无将",
    ]);
    expect(spokenCard("HQ")).toBe("红心Q");
    expect(joinSentences([joinList(["一", "二"]), "三。"])).toBe("一，二三。");
  });

  it("tells of faults that it has no words for in general ones", async () => {
    await setLanguage("zh-hans", "app");
    expect(translateError("no such thing", { key: "no such thing" })).toBe("这里需要的不是这样的内容。");
    expect(translate("no such thing", null)).toBe("no such thing");
  });
});

/** The page's words, also those that the service says, too. */
async function read(file: string): Promise<Catalogue> {
  const { page, both } = await import(/* @vite-ignore */ `../../${LANGUAGES}/${file}`);
  return { ...page, ...both };
}

function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(NAME)].map(([, name]) => name!))].sort();
}
