import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, extname } from "node:path";

import { defineConfig, type Plugin, type Rolldown } from "vite";

type OutputBundle = Rolldown.OutputBundle;
type OutputChunk = Rolldown.OutputChunk;
type PluginContext = Rolldown.PluginContext;

/** The page's own words in languages besides English. */
const CATALOGUES = "src/i18n/catalogues";

/** What the build is made of; a change in any of it asks for a new build. */
const SOURCES = ["package-lock.json", "public", "src", "vite.config.ts"].concat(
  readdirSync(CATALOGUES).map(serviceCatalogue),
);

/** Writes a digest of the sources beside the build, so that a stale build is found without Node. */
function recordSources(): Plugin {
  return {
    name: "record-sources",
    generateBundle() {
      const source = `${digest(SOURCES.flatMap(filesOf).sort())}\n`;
      this.emitFile({ type: "asset", fileName: "sources.sha256", source });
    },
  };
}

function filesOf(path: string): string[] {
  if (extname(path) !== "") return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
}

/** sha256 over each file's path and content, every one ended by a zero byte. */
function digest(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

/** A file with the words of a part of the site, as i18n/translate.ts imports it: "zh-Hans.reviewing.js". */
const WORDS = /([\w-]+)\.[\w-]+\.js$/;
type Catalogue = Record<"page" | "service" | "both", Record<string, string>>;

/**
 * Writes for each page, and each part that is loaded later, a file with the words that are in its code, and
 * one with those of the service. Unit tests have all words in each.
 */
function splitCatalogues(): Plugin {
  return {
    name: "split-catalogues",
    resolveId(id) {
      const name = WORDS.exec(id)?.[1];
      const path = `${import.meta.dirname}/${CATALOGUES}/${name}.json`;
      return existsSync(path) ? path : null;
    },
    load(id) {
      return id.startsWith(`${import.meta.dirname}/${CATALOGUES}/`)
        ? JSON.stringify(readCatalogue(basename(id)))
        : null;
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const texts = new Map(chunks.map(({ fileName, code }) => [fileName, textsIn(this.parse(code))]));
      for (const chunk of chunks) {
        if (!chunk.isEntry && !chunk.isDynamicEntry) continue;
        const there = chunk.isEntry ? [] : loadedWith(bundle, "app.js");
        const files = loadedWith(bundle, chunk.fileName).filter((name) => !there.includes(name));
        const said = new Set(files.flatMap((name) => [...texts.get(name)!]));
        writeWords(this, chunk.name, ({ page, both }) => ({ page: pick({ ...page, ...both }, said) }));
      }
      writeWords(this, "service", ({ service, both }) => ({ service, both }));
    },
  };
}

function writeWords(build: PluginContext, part: string, choose: (whole: Catalogue) => Partial<Catalogue>): void {
  for (const file of readdirSync(CATALOGUES)) {
    const source = `export default ${JSON.stringify(choose(readCatalogue(file)))}\n`;
    build.emitFile({ type: "asset", fileName: file.replace(/json$/, `${part}.js`), source });
  }
}

/** All words of a language, from a file's name: "zh-Hans.json". */
function readCatalogue(file: string): Catalogue {
  const texts = [`${CATALOGUES}/${file}`, serviceCatalogue(file)].map((path) => readFileSync(path, "utf8"));
  return Object.assign({}, ...texts.map((text) => JSON.parse(text)));
}

/** What the service says in the language, where the pages that the server draws find it, too. */
function serviceCatalogue(file: string): string {
  return `../locale/${basename(file, ".json").replace("-", "_")}/service.json`;
}

function pick(words: Record<string, string>, keys: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([key]) => keys.has(key)));
}

/** A chunk with all that are loaded for it at once. */
function loadedWith(bundle: OutputBundle, fileName: string): string[] {
  const files = new Set([fileName]);
  for (const name of files) for (const one of (bundle[name] as OutputChunk).imports) files.add(one);
  return [...files];
}

/** The texts that stand in code, as they are when it runs. */
function textsIn(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== "object" || node === null) return found;
  const { type, value } = node as { type?: string; value?: unknown };
  if (type === "Literal" && typeof value === "string") found.add(value);
  if (type === "TemplateElement") found.add((value as { cooked: string }).cooked);
  for (const part of Object.values(node)) textsIn(part, found);
  return found;
}

/** The scripts of the page that explains a position. */
const EXPLAINER = ["src/main.tsx", "src/look-up.tsx"];

/**
 * The script of a module that several pages, or parts loaded later, have: one is of what the explainer begins
 * with, the other of what it does without. What only one has is with it.
 */
function scriptOf(id: string, context: Rolldown.ChunkingContext): "shared" | "common" | null {
  const reached = new Set([id]);
  const roots: string[] = [];
  for (const module of reached) {
    const { isEntry, importers, dynamicImporters } = context.getModuleInfo(module)!;
    if (isEntry || dynamicImporters.length > 0) roots.push(module);
    for (const one of importers) reached.add(one);
  }
  if (roots.length === 1) return null;
  return EXPLAINER.some((page) => roots.includes(`${import.meta.dirname}/${page}`)) ? "shared" : "common";
}

/** A group of modules in one script. */
function group(name: "shared" | "common", priority: number): Rolldown.CodeSplittingGroup {
  const nameOf = (id: string, context: Rolldown.ChunkingContext) => (scriptOf(id, context) === name ? name : null);
  return { debugName: name, name: nameOf, priority, test: /\.tsx?$|node_modules/ };
}

// The names are fixed: there is a script and a style sheet for each page, a script of what they share
// and a catalogue for each language besides English; the server says how long they may be kept.
export default defineConfig({
  plugins: [splitCatalogues(), recordSources()],
  build: {
    outDir: "../static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    rolldownOptions: {
      input: {
        app: "src/main.tsx",
        practice: "src/practice.tsx",
        cards: "src/card-editor.tsx",
        "look-up": "src/look-up.tsx",
      },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
        codeSplitting: { groups: [group("shared", 1), group("common", 0)] },
      },
    },
  },
});
