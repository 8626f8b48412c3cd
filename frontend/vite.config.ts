import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

import { defineConfig, type Plugin } from "vite";

/** What the build is made of; a change in any of it asks for a new build. */
const SOURCES = ["package-lock.json", "public", "src", "vite.config.ts"];

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
  if (path.includes(".")) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
}

/** sha256 over each file's path and content, every one ended by a zero byte. */
function digest(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

// The names are fixed: there is a script and a style sheet for each page, a script of what they share
// and a catalogue for each language besides English; the server says how long they may be kept.
export default defineConfig({
  plugins: [recordSources()],
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
        chunkFileNames: ({ isDynamicEntry, name }) => (isDynamicEntry ? `${name}.js` : "shared.js"),
        assetFileNames: "[name][extname]",
        codeSplitting: { groups: [{ name: "shared", minShareCount: 2, test: /\.tsx?$|node_modules/ }] },
      },
    },
  },
});
