// @vitest-environment happy-dom
/** A board bid with robots: what is said of each call, and what the board comes to. */

import { describe, expect, it, vi } from "vitest";

import {
  bid,
  button,
  click,
  done,
  fill,
  part,
  parts,
  press,
  problem,
  reload,
  select,
  type Service,
  settle,
  text,
  unfold,
} from "../page";
import { FIRST_SETTINGS } from "../../../src/practice/practice-state";
import { saveFile, saveSettings } from "../../../src/practice/practice-storage";
import type { CallMeaning } from "../../../src/service/types";
import { auction, bidAsUsual, BOARDS, openPractice, reviewOf, REVIEWS, ROBOTS, STAYMAN } from "./service";

const MISTAKE = "Pass: a mistake, which loses about 180 points on average";

describe("a board", () => {
  it("is dealt for a theme, and bid to its end against the robots' own auction", async () => {
    const service = await openPractice();
    await select("Theme", "Stayman");
    await click(button("Deal a board"));
    expect(location.hash).toBe(`#${STAYMAN}`);
    await bidAsUsual();
    expect(text(".board-end")).toContain("You: 3NT by North, +400. Robots: 3NT by North, +400.");
    expect(text(".imps")).toBe("The same contract: 0 IMPs.");
    await click(button("Next board"));
    expect(parts(".board-end")).toEqual([]);
    const [first, second] = service.bodies<object>(BOARDS);
    expect(second).toEqual({ ...first, count: 2 });
    expect(auction()).toEqual(["pass"]);
  });

  it("says before it is dealt by which card it is bid", async () => {
    await openPractice("system=21-a0&opponents=21&theme=stayman");
    await settle();
    expect(text(".setup > .whose-cards summary")).toMatch(/^Your card: (2\/1|Two over one).* · theirs: /);
    expect(parts(".setup > .whose-cards")).toHaveLength(1);
  });

  it("of a class says by which card it is bid, whatever the pupil plays", async () => {
    await openPractice("set=21-a0.stayman.1003");
    await settle();
    expect(text(".practice-board > .whose-cards summary")).toMatch(/^Your card: (2\/1|Two over one).* · theirs: /);
    expect(parts(".whose-cards")).toHaveLength(1);
  });

  it("goes on with the system where a link's card is not known here, and remembers no such card", async () => {
    await openPractice("system=21-Z9&theme=stayman");
    expect(text("[role=alert]")).toContain("“21-Z9” has choices that are not known here; they are as in 2/1.");
    expect(location.hash).toBe("#system=21&theme=stayman");
    expect(localStorage.getItem("practice-settings")).not.toContain("Z9");
    const before = () => saveSettings({ ...FIRST_SETTINGS, system: "sayc-Z9", opponents: "21-a0" });
    await openPractice("", { before });
    expect(text("[role=alert]")).toContain("“sayc-Z9” has choices that are not known here; they are as in SAYC.");
    expect(JSON.parse(localStorage.getItem("practice-settings")!)).toMatchObject({
      system: "sayc",
      opponents: "21-a0",
    });
  });

  it("goes on with the system where the choices of a link's card do not come", async () => {
    const before = ({ answers }: Service) => void (answers["/api/v1/cards"] = () => problem(503));
    const opened = openPractice("system=21-a0&theme=stayman", { before });
    await vi.waitFor(() => button("Go on with the system alone"), { timeout: 30_000 });
    await click(button("Go on with the system alone"));
    await opened;
    expect(location.hash).toBe("#system=21&theme=stayman");
    expect(parts(".failure")).toEqual([]);
  });

  it("leads back to the file of which it was the last", async () => {
    await openPractice(STAYMAN);
    saveFile("abc", "1003");
    await bidAsUsual();
    expect(part(".board-actions a[href='/#boards=abc']").textContent).toBe("Back to the file");
  });

  it("goes on after a reload in its middle", async () => {
    await openPractice(STAYMAN);
    await bidAsUsual(2);
    const before = auction();
    expect(before).toHaveLength(9);
    await reload();
    expect(auction()).toEqual(before);
    await bid("3NT");
    expect(parts(".own-calls tbody tr")).toHaveLength(3);
  });

  it("can be bid again from its beginning", async () => {
    await openPractice(STAYMAN);
    await bidAsUsual();
    await click(button("Bid this board again"));
    expect(auction()).toEqual(["pass"]);
  });

  it("opens in the explainer, and is copied as the problem of its costliest call", async () => {
    const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    await openPractice(STAYMAN);
    await bid("P");
    await bid("P");
    await click(button("Continue with Pass"));
    expect(part(".board-actions a").getAttribute("href")).toContain("auction=P-P-P-1NT-P-P-P");
    await click(button("Copy as a problem"));
    expect(copy.mock.calls[0]![0]).toContain("auction=P-P-P-1NT-P&problem=1");
    expect(text(".board-actions [role=status]")).toContain("Problem copied");
    await click(button(/^North, 1 notrump/));
    expect(open.mock.calls[0]![0]).toContain("seat=N");
    expect(open.mock.calls[0]![0]).toContain("at=4");
  });

  it("is bid with the keyboard", async () => {
    await openPractice(STAYMAN);
    expect(document.activeElement).toBe(part(".bidding-box [tabindex='0']"));
    await press("{ArrowDown>7}{ArrowUp}{ArrowDown}{Enter}");
    expect(text(".verdict")).toContain("Pass: right");
    expect(auction()).toEqual(["pass", "pass", "pass", "1 notrump", "pass"]);
  });

  it("leads the keyboard to the lowest bid that is legal", async () => {
    await openPractice(STAYMAN);
    await bid("P");
    expect(document.activeElement).toBe(part("[data-call='2C']"));
    expect(parts(".bidding-box [tabindex='0']")).toEqual([document.activeElement]);
  });

  it("is bid by typed calls, begun anywhere, also in place of a mistake", async () => {
    await openPractice(STAYMAN);
    await press("p");
    expect(document.activeElement).toBe(part("#own-call"));
    await press("{Enter}");
    expect(auction()).toEqual(["pass", "pass", "pass", "1 notrump", "pass"]);
    expect(text(".table-turn .unseen[role=status]")).toBe("West pass, North 1 notrump, East pass");
    await press("1h{Enter}");
    expect(text("#own-call-complaint")).toBe("Not now: it is not higher than 1NT");
    await press("{Backspace}{Backspace}two{Enter}");
    expect(text("#own-call-complaint")).toContain("Type one call");
    await press("{Backspace}{Backspace}{Backspace}p{Enter}");
    expect(text(".verdict")).toContain(MISTAKE);
    await press("2c{Enter}");
    expect(text(".verdict")).toContain("2♣: right");
    expect(document.activeElement).toBe(part("#own-call"));
  });

  it("takes back what it said of a typed call once another is made", async () => {
    await openPractice(STAYMAN);
    await press("x{Enter}");
    expect(text("#own-call-complaint")).toContain("Not now");
    await bid("P");
    expect(parts("#own-call-complaint > *")).toEqual([]);
  });

  it("takes no typed call out of a field where shortcuts are turned off", async () => {
    await openPractice(STAYMAN);
    await unfold("Keyboard");
    expect(text(".call-keys")).toContain("begin a call anywhere");
    await click(part(".call-keys input"));
    expect(text(".call-keys")).not.toContain("begin a call anywhere");
    (document.activeElement as HTMLElement).blur();
    await press("p");
    expect(document.activeElement).toBe(document.body);
  });

  it("is bid by robots that draw their calls where that is chosen", async () => {
    const service = await openPractice();
    await unfold("Systems and grades");
    await click(part("label.switch:last-of-type input"));
    await click(button("Deal a board"));
    expect(service.bodies<{ draw: number | null }>(ROBOTS)[0]!.draw).toBe(1003);
  });
});

describe("a mistake", () => {
  it("is named without the right call, and can be tried again", async () => {
    await openPractice(STAYMAN);
    await bid("P");
    expect(text(".verdict")).toContain("Pass: right");
    const before = auction();
    await bid("P");
    const said = text(".verdict-line");
    expect(said).toContain(MISTAKE);
    expect(said).toContain("Missed: a call with this meaning. Four or more.");
    expect(said).toContain(">99\u00a0% of such hands make another call.");
    expect(said).toContain("Your Pass told the table:");
    expect(parts(".bidding-box:not([aria-disabled])")).toEqual([]);
    expect(document.activeElement).toBe(button("Try another call"));
    await click(button("Try another call"));
    expect(auction()).toEqual(before);
    await bid("2C");
    expect(text(".verdict")).toContain("2♣: right");
    await bid("3NT");
    expect(parts(".own-calls tbody tr").map((row) => row.textContent)[1]).toMatch(/^Passpass then 2♣.*a mistake180$/);
  });

  it("of the right name in the wrong suit says which suit it showed", async () => {
    await openPractice(STAYMAN, {
      before: ({ answers }) => {
        const before = answers["/api/v1/options"]!;
        answers["/api/v1/options"] = async (question) => {
          const { result } = await (await before(question)).json();
          const shown = (call: string) => (call === "P" ? "S" : "H");
          const options = result.options.map((option: CallMeaning) => {
            const lengths = { ...option.meaning!.promises!.lengths, [shown(option.call)]: { low: 5, high: 7 } };
            const promises = { ...option.meaning!.promises!, lengths };
            return { ...option, meaning: { ...option.meaning, id: "jacoby_transfer", promises } };
          });
          return done({ ...result, options });
        };
      },
    });
    await bid("P");
    await bid("P");
    expect(text(".verdict")).toContain("You showed spades; your suit is hearts.");
    expect(text(".verdict")).not.toContain("Missed:");
  });

  it("that is gone on with stands, loses IMPs, and is told with its cost at the end", async () => {
    await openPractice(STAYMAN);
    await bid("P");
    await bid("P");
    await click(button("Continue with Pass"));
    expect(text(".imps")).toBe("You lose 6 IMPs.");
    const rows = parts(".own-calls tbody tr").map((row) => row.textContent);
    expect(rows.at(-1)).toContain("a mistake180");
    expect(text(".own-calls tfoot")).toBe("All together180");
  });

  it("is graded at the end alone where that is chosen", async () => {
    const service = await openPractice();
    await unfold("Systems and grades");
    await click(part("label.switch input"));
    await click(button("Deal a board"));
    await bid("P");
    await bid("P");
    expect(parts(".verdict")).toEqual([]);
    expect(service.bodies<{ graded_from?: number }>(REVIEWS).filter((one) => one.graded_from !== undefined)).toEqual(
      [],
    );
    expect(parts(".own-calls tbody tr").map((row) => row.textContent)).toEqual([
      expect.stringContaining("usual"),
      expect.stringContaining("a mistake"),
    ]);
  });

  it("that cannot be graded does not stop the board", async () => {
    await openPractice(STAYMAN, { before: ({ answers }) => void (answers[REVIEWS] = () => problem(500)) });
    await bid("P");
    expect(text(".failure")).toContain("Try again");
    expect(auction()).toHaveLength(5);
  });
});

describe("the call that scores best", () => {
  it("is named beside the usual one, also at the end", async () => {
    await openPractice(STAYMAN, {
      before: ({ answers }) => {
        answers[REVIEWS] = ({ body }) => {
          const result = reviewOf(body as Parameters<typeof reviewOf>[0]);
          const calls = result.calls.map((call) => {
            const first = call.index === 1;
            const best = { call: first ? "2H" : call.call, imps: 0.94, error: 0.3 };
            const usual = { call: first ? call.call : "3NT", frequency: 0.9 };
            return { ...call, grade: first ? "best" : "scores_best", usual, best };
          });
          return done({ ...result, calls });
        };
      },
    });
    await bid("P");
    expect(text(".verdict")).toContain("Pass: the usual call2♥ scores about 0.9 IMPs more than Pass on average.");
    await bid("2C");
    expect(text(".verdict")).toContain(
      "2♣: not the usual call, but it scores best2♣ scores about 0.9 IMPs more than 3NT on average.",
    );
    await bid("3NT");
    const [first, second] = parts(".own-calls tbody tr").map((row) => row.textContent);
    expect(first).toMatch(/2♥.* scores best/);
    expect(second).toContain("★ scores best");
  });
});

describe("help at the table", () => {
  it("comes in two hints, the first of which tells no call", async () => {
    await openPractice(STAYMAN);
    await bid("P");
    await click(button("Hint: what has partner shown?"));
    expect(text(".hints")).toContain("1NT: Meaning of 1NT");
    expect(text(".hints")).not.toContain("Worth considering");
    await click(button("Hint: which calls should you consider?"));
    expect(text(".hints")).toContain("Worth considering: Pass, 2♣, 2♦.");
    expect(parts(".hints button")).toEqual([]);
  });

  it("tells of a partner who has not called, and of one call that nearly all make", async () => {
    await openPractice(STAYMAN, {
      before: ({ answers }) => {
        const before = answers["/api/v1/explanations"]!;
        answers["/api/v1/explanations"] = async (question) => {
          const { result } = await (await before(question)).json();
          const last = result.moments.at(-1);
          last.next_call = [
            { call: "P", probability: 0.97 },
            { call: "1S", probability: 0.03 },
          ];
          return done(result);
        };
      },
    });
    await click(button("Hint: what has partner shown?"));
    await click(button("Hint: which calls should you consider?"));
    expect(text(".hints")).toBe("Partner has shown nothing yet.Nearly all such hands make the same call.");
  });

  it("is what a call of the auction shows, until it is closed", async () => {
    await openPractice(STAYMAN);
    await bid("P");
    const notrump = parts("table.auction .step")[3]!;
    await click(notrump);
    expect(text(".call-meaning")).toContain("North partner 1NT");
    expect(text(".call-meaning")).toContain("Meaning of 1NT");
    await click(notrump);
    expect(text(".call-meaning")).toBe("");
  });
});

describe("the drill", () => {
  async function guessing(): Promise<void> {
    await openPractice();
    await unfold("Systems and grades");
    await click(parts("label.switch input")[1]!);
    await click(button("Deal a board"));
    await bidAsUsual();
  }

  it("asks for a guess before the hands are shown, and then holds it against them", async () => {
    await guessing();
    expect(parts(".board-end, .deal")).toEqual([]);
    await fill(part("[name=hcp-from]"), "10");
    await fill(part("[name=hcp-to]"), "12");
    await click(button("Score the guess"));
    expect(document.activeElement).toBe(part(".guess-result h3"));
    expect(parts(".guess .actual")).toEqual([]);
    await click(button("Show the four hands"));
    expect(parts(".deal .dealt")).toHaveLength(4);
    expect(text(".guess .actual")).toBe("11 ✓in your range");
  });

  it("names what is wrong with a guess, and leads there", async () => {
    await guessing();
    await fill(part("[name=S-from]"), "5");
    await fill(part("[name=S-to]"), "3");
    await click(button("Score the guess"));
    expect(part("[name=S-from]").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(part("[name=S-from]"));
    expect(parts(".guess-result")).toEqual([]);
  });
});

describe("the service", () => {
  it.each([ROBOTS, REVIEWS])("that is too busy for %s is asked again, and loses nothing", async (path) => {
    const service = await openPractice(STAYMAN);
    const before = service.answers[path]!;
    const busy = { type: "urn:bridgeviz:problem:overloaded" };
    service.answers[path] = () => problem(503, busy, { "Retry-After": "7" });
    await bid("P");
    expect(text(".failure")).toContain("The model is very busy");
    expect(text(".failure")).toContain("The page tries again in 7 seconds");
    service.answers[path] = before;
    await settle(7_000);
    expect(parts(".failure")).toEqual([]);
    expect(auction()).toEqual(["pass", "pass", "pass", "1 notrump", "pass"]);
  });

  it("that has no such board leaves the player free to ask for another", async () => {
    await openPractice(STAYMAN, {
      before: ({ answers }) => void (answers[`${BOARDS}/1003`] = () => problem(404, { title: "No such board" })),
    });
    expect(parts(".failure")).toHaveLength(1);
    expect(button("Deal a board")).toHaveProperty("disabled", false);
  });
});

describe("a link", () => {
  it("that cannot be read names its faults", async () => {
    await openPractice("system=roman&board=x");
    expect(text(".failure")).toContain("The link's system is “roman”; it must be one of sayc");
    expect(text(".failure")).toContain("The link's board is “x”, which is not a board number.");
  });

  it("to a theme without boards falls back to all kinds of them, with a word", async () => {
    await openPractice("system=sayc&theme=juggling");
    expect(text("[role=alert]")).toContain("no boards of the theme “juggling”");
    expect(part("#theme")).toHaveProperty("value", "");
    await click(button("Deal a board"));
    expect(parts(".player-hand")).toHaveLength(1);
  });

  it("is said in Chinese on the page in Chinese", async () => {
    await openPractice(STAYMAN, { language: "zh-hans" });
    expect(text("#setup-title")).toBe("练习什么");
    expect(text(".player-hand")).toContain("您是南");
    expect(text("#theme")).toContain("斯台曼");
  });

  it("is drawn where something happens while the words of its language are loaded", async () => {
    const catalogue = "../../../src/i18n/catalogues/zh-Hans.json";
    vi.doMock(catalogue, () => {
      dispatchEvent(new Event("online"));
      return vi.importActual(catalogue);
    });
    await openPractice("", { language: "zh-hans" });
    expect(text("#setup-title")).toBe("练习什么");
    vi.doUnmock(catalogue);
  });
});
