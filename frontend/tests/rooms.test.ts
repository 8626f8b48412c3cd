import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";

import { expect, it } from "vitest";

/** Each imports from itself and those before it. */
const ROOMS = ["i18n", "bridge", "service", "entry", "lines", "insight", "state", "practice", "export", "views"];
const FILES = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));

/** The place of a file's room; files outside all rooms come last. */
function rank(name: string): number {
  const place = ROOMS.indexOf(name.split("/")[0]!);
  return place === -1 ? ROOMS.length : place;
}

it("import in one direction", () => {
  const imports = FILES.flatMap((name) => {
    const text = readFileSync(join("src", name), "utf8");
    const paths = [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, path]) => path!);
    return paths.map((path) => [name, normalize(join(dirname(name), path))] as const);
  });
  expect(imports.length).toBeGreaterThan(300);
  expect(imports.filter(([name, target]) => rank(target) > rank(name))).toEqual([]);
});

it("have no file name twice", () => {
  const names = FILES.map((name) => basename(name).replace(/(\.d)?\.tsx?$/, ""));
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});
