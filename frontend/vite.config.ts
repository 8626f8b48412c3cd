import { defineConfig } from "vite";

// The names are fixed: the server hashes them itself when it collects its static files.
export default defineConfig({
  build: {
    outDir: "../static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    rolldownOptions: {
      input: "src/main.tsx",
      output: {
        entryFileNames: "app.js",
        assetFileNames: "app[extname]",
      },
    },
  },
});
