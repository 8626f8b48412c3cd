// @vitest-environment happy-dom
/** The page of a pair's convention card: changing it, keeping it, passing it on, comparing. */

import { expect, it, vi } from "vitest";

import { STORED_CARDS } from "../../../src/entry/own-cards";
import { VOCABULARY } from "../../fixtures/vocabulary";
import {
  bid,
  button,
  choose,
  click,
  fill,
  json,
  openLink,
  openPage,
  part,
  parts,
  paste,
  press,
  problem,
  reload,
  select,
  type Service,
  text,
  unfold,
  value,
  upload,
} from "../page";

const CARDS = "/api/v1/cards";

async function openCards(fragment = "", prepare: (service: Service) => void = () => undefined): Promise<Service> {
  return openPage("cards", { fragment, prepare });
}

const changes = () => parts(".card-changes a").map((one) => one.textContent);
const link = () => decodeURIComponent(location.hash.replaceAll("+", " "));
const stored = () => JSON.parse(localStorage.getItem(STORED_CARDS) ?? "null") as unknown;

it("lists what differs from the system, with the way back", async () => {
  await openCards();
  expect(text("#card-title")).toBe("SAYC");
  await select("Start from", "Two over one game force");
  await choose("1NT opening", "12–14");
  await choose("2♦, 2♥ and 2♠ openings", "2♦ Multi, a weak two in either major");
  expect(changes()).toEqual(["1NT 12–14", "Multi"]);
  expect(text("#card-title")).toBe("2/1 + 1NT 12–14 + Multi");
  expect(link()).toBe("#card=21-a0e2");
  expect(parts(".card-choice.changed").map((one) => one.id)).toEqual(["notrump_range", "two_level_openings"]);
  await click(button("1NT opening: back to “15–17”"));
  expect(changes()).toEqual(["Multi"]);
  expect((part("#notrump_range [value='15-17']") as HTMLInputElement).checked).toBe(true);
});

it("keeps the changes with another system, as far as it has them and they are any", async () => {
  await openCards("card=21-a0e2Y1");
  await select("Start from", "Standard American Yellow Card");
  expect(changes()).toEqual(["1NT 12–14", "Multi", "BROMAD"]);
  await select("Start from", "Precision");
  expect(changes()).toEqual(["1NT 12–14"]);
});

it("leads to practice on what it changes, against opponents who play the system as it is", async () => {
  await openCards("card=21-a0e2");
  const practice = () => part("a[href^='/practice/']").getAttribute("href");
  expect(practice()).toBe("/practice/#system=21-a0e2&opponents=21&theme=changes");
  await openLink("card=21");
  expect(practice()).toBe("/practice/#system=21");
});

it("says at once what cannot be together, and keeps no such card", async () => {
  await openCards("card=sayc-i1");
  const said = "This cannot be on one card: 1NT–2♠ and 1NT–2NT both transfer to clubs.";
  expect(text(".card-head [role=alert]")).toContain(said);
  expect(text("#nt_2s")).toContain(said);
  expect(parts(".card-head .primary, .card-trial, .printed-card")).toEqual([]);
  await choose("1NT–2♠", "Natural");
  expect(text(".card-head [role=alert]")).toBe("");
  expect(button("Save in this browser")).toBeTruthy();
});

it("finds choices by calls, letters for suits, and words of options", async () => {
  await openCards();
  const found = async (searched: string) => {
    await fill(part("#card-search"), searched);
    return parts(".card-choice").map((one) => one.id);
  };
  expect(await found("multi")).toEqual(["two_level_openings"]);
  expect(await found("2S clubs")).toEqual(["nt_2s"]);
  expect(await found("1nt-2nt")).toEqual(["nt_2nt"]);
  expect(await found("nosuch")).toEqual([]);
  expect(text(".card-search [role=status]")).toBe("0 choices");
  await found("multi");
  await press("{Enter}");
  expect((document.activeElement as HTMLInputElement).value).toBe("weak_twos");
});

it("is saved in the browser, and there again", async () => {
  await openCards("card=21-a0");
  await fill(part("#card-name"), "Anna & Ben");
  await click(button("Save in this browser"));
  expect(stored()).toEqual({ cards: [{ name: "Anna & Ben", code: "21-a0" }], ours: "21-a0" });
  expect(text(".card-head")).toContain("Saved as “Anna & Ben”.");
  expect(link()).toBe("#card=21-a0&name=Anna & Ben");
  history.replaceState(null, "", "#");
  await reload("cards");
  expect(text("#card-title")).toBe("Anna & Ben");
  await choose("2♦, 2♥ and 2♠ openings", "2♦ Multi, a weak two in either major");
  await click(button("Save in this browser"));
  expect(stored()).toEqual({ cards: [{ name: "Anna & Ben", code: "21-a0e2" }], ours: "21-a0e2" });
  await click(button("Delete “Anna & Ben”"));
  expect(stored()).toEqual({ cards: [], ours: null });
});

it("leaves another card ours, unless it is chosen", async () => {
  await openCards("card=21-a0&name=Anna");
  await click(button("Save in this browser"));
  await openLink("card=sayc-e2&name=Ben");
  await click(button("Save in this browser"));
  expect(stored()).toMatchObject({ ours: "21-a0" });
  await click(button("Our card: Ben"));
  expect(stored()).toMatchObject({ ours: "sayc-e2" });
  await click(part(".card-head .switch input"));
  await click(button("Save in this browser"));
  expect(stored()).toMatchObject({ ours: null });
});

it("has a name of its own where none is given", async () => {
  await openCards("card=21-a0");
  await click(part(".card-head .switch input"));
  await click(button("Save in this browser"));
  expect(stored()).toEqual({ cards: [{ name: "2/1 + 1NT 12–14", code: "21-a0" }], ours: null });
});

it("says where the browser keeps nothing", async () => {
  await openCards("card=21-a0");
  vi.stubGlobal("localStorage", undefined);
  await click(button("Save in this browser"));
  expect(text(".card-head")).toContain("This browser keeps nothing for this site.");
  vi.unstubAllGlobals();
});

it("starts from the club's cards, and from its default", async () => {
  await openCards("", ({ answers }) => void (answers[CARDS] = () => json({ ...VOCABULARY, default: "precision" })));
  expect(text("#card-title")).toBe("Precision");
  const entries = history.length;
  await click(button("Open “Tuesday club”"));
  expect(history.length).toBe(entries + 1);
  expect([text("#card-title"), link()]).toEqual(["Tuesday club", "#card=sayc-e2&name=Tuesday club"]);
});

it("begins with the system of new boards, whatever stands first", async () => {
  const bases = [...VOCABULARY.bases].reverse();
  await openCards("", ({ answers }) => void (answers[CARDS] = () => json({ ...VOCABULARY, bases })));
  expect(link()).toBe("#card=sayc");
  expect(text("#card-title")).toBe("SAYC");
});

it("begins with the card that the club gives to new visitors, under its name", async () => {
  const vocabulary = { ...VOCABULARY, default: "sayc-e2" };
  await openCards("", ({ answers }) => void (answers[CARDS] = () => json(vocabulary)));
  expect(value("#card-name")).toBe("Tuesday club");
  expect(link()).toBe("#card=sayc-e2&name=Tuesday club");
});

it("says what a link has that is no card", async () => {
  await openCards("card=nosuch-a0");
  expect(text("[role=alert]")).toContain("“nosuch-a0” is not the code of a convention card.");
  expect(text("#card-title")).toBe("SAYC");
  await openLink("21-a0");
  expect(text("#card-title")).toBe("2/1 + 1NT 12–14");
  await openLink("21-a0z1");
  expect(text("[role=alert]")).toBe("1 choice of the card is not offered here; it is as in the system.");
  expect(link()).toBe("#card=21-a0");
});

it("explains an auction by the card", async () => {
  const service = await openCards("card=21-a0");
  await bid("1NT 2H");
  const asked = service.positions.at(-1)!;
  expect(asked.auction).toEqual(["1NT", "P", "2H", "P"]);
  expect(asked.systems).toEqual({ ns: "21-a0", ew: "sayc" });
  expect(parts(".trial-calls li").map((one) => one.textContent.slice(0, 5))).toEqual(["North", "South"]);
  const questions = service.positions.length;
  await choose("1NT opening changed", "15–17");
  expect(service.positions.slice(questions).map(({ systems }) => systems.ns)).toEqual(["21"]);
  await click(button("Take back"));
  expect(parts(".trial-calls li")).toHaveLength(1);
  await bid("P");
  expect(service.positions.at(-1)!.auction).toEqual(["1NT", "P", "P", "P"]);
  expect(parts(".card-trial .bidding-box")).toEqual([]);
  await click(button("New auction"));
  expect(parts(".trial-calls li")).toEqual([]);
});

it("tells two cards apart, also by a partner's link, and takes over what partner plays", async () => {
  await openCards("card=21-a0e2");
  await unfold("Differences between two cards");
  await paste(part("#partners-card"), "nonsense");
  await press("{Enter}");
  expect(text("#partners-card-complaint")).toContain("neither a link");
  await fill(part("#partners-card"), "https://example.org/systems/card/#card=21-a1e2&name=Ben");
  await press("{Enter}");
  const rows = () => parts(".difference-table tbody tr").map((row) => row.textContent);
  expect(rows()).toEqual(["1NT opening12–1413–15 Play this"]);
  expect(link()).toBe("#card=21-a0e2&compare=21-a1e2");
  await click(button("1NT opening: play “13–15”"));
  expect(changes()).toEqual(["1NT 13–15", "Multi"]);
  expect(text(".card-differences [role=status]")).toBe("The cards are the same.");
});

it("takes over nothing that is not offered with the own system", async () => {
  await openCards("card=precision&compare=sayc-a0e2");
  const rows = parts(".difference-table tbody tr").map((row) => row.textContent);
  expect(rows.slice(0, 2)).toEqual([
    "1NT opening13–1512–14 Play this",
    "2♦, 2♥ and 2♠ openings2♦ three-suited2♦ Multi, a weak two in either major ",
  ]);
});

it("does not save the card of a file in place of the one that was open", async () => {
  await openCards("card=21-a0&name=Anna", ({ answers }) => {
    answers[`${CARDS}/bbsa`] = () => json({ code: "21", name: "", card: "2/1", unread: [] });
  });
  await unfold("Link, QR code and files");
  await upload(".card-files input[type=file]", new File([""], "Our card.bbsa"));
  expect(link()).toBe("#card=21&name=Our card");
  await upload(".card-files input[type=file]", new File([""], "21-a0.bbsa"));
  expect(link()).toBe("#card=21");
});

it("reads a file, and says what no card can say", async () => {
  const service = await openCards("", ({ answers }) => {
    answers[`${CARDS}/bbsa`] = () =>
      json({
        code: "21-e2",
        name: "",
        card: { base: "2/1", options: { two_level_openings: "multi" } },
        unread: ["DEPO"],
      });
  });
  await unfold("Link, QR code and files");
  await upload(".card-files input[type=file]", new File(["System type = 1"], "21.bbsa"));
  expect(service.bodies(`${CARDS}/bbsa`)).toEqual([{ text: "System type = 1" }]);
  expect(changes()).toEqual(["Multi"]);
  expect(text(".card-unread")).toBe("DEPO");
  service.answers[`${CARDS}/bbsa`] = () => problem(422, { title: "No card" });
  await upload(".card-files input[type=file]", new File(["x"], "x.bbsa"));
  expect(parts(".card-files .failure")).toHaveLength(1);
});

it("prints both sides, with what is changed marked", async () => {
  await openCards("card=21-e2&name=Anna");
  expect(parts(".printed-side")).toHaveLength(2);
  expect(text(".printed-head")).toContain("2/1 + Multi");
  expect(parts(".printed-section .changed").map((one) => one.querySelector("dd")!.textContent)).toEqual([
    "2♦ Multi, a weak two in either major",
  ]);
  expect(parts(".printed-section dt")).toHaveLength(VOCABULARY.choices.length);
});

it("prints what the system has of a choice that is not offered, where it is known to play so", async () => {
  const bases = ["sayc", "2/1", "precision"];
  const fixed = (id: string, name: string, stated_in: string[]) => ({
    id,
    name,
    stated_in,
    section: "openings",
    about: "",
    options: [{ id: "yes", code: "Z0", name: "Yes", brief: name, bases, not_in: bases }],
  });
  const choices = [...VOCABULARY.choices, fixed("jacoby", "Jacoby 2NT", ["2/1"]), fixed("walsh", "Walsh", [])];
  await openCards("card=21", ({ answers }) => void (answers[CARDS] = () => json({ ...VOCABULARY, choices })));
  expect(text(".printed-card")).toContain("Jacoby 2NTYes");
  expect(text(".printed-card")).not.toContain("Walsh");
  expect(parts("#jacoby")).toEqual([]);
});

it("offers to ask again where the choices are not there", async () => {
  const service = await openCards("card=21-a0", ({ answers }) => void (answers[CARDS] = () => problem(503)));
  expect(parts(".card-head")).toEqual([]);
  service.answers[CARDS] = () => json(VOCABULARY);
  await click(button("Try again"));
  expect(text("#card-title")).toBe("2/1 + 1NT 12–14");
});
