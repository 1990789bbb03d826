import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { sharedModules } from "./src/index.js";

const shared = Object.values(sharedModules).map((name) => [`shared/${name}`, `src/shared/${name}.ts`] as const);

export default defineConfig({
  plugins: [react()],
  // Files find each other by where they are: a service may be published below any path.
  base: "./",
  build: {
    outDir: "dist/page",
    emptyOutDir: true,
    // The policy of the page lets no file be written into another one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: "manifest.json",
    // The files hold the code of others, whose licences ask to be named.
    license: { fileName: "licences.md" },
    rolldownOptions: {
      input: { index: "index.html", ...Object.fromEntries(shared) },
      // Extensions import them by name.
      preserveEntrySignatures: "exports-only",
      output: { entryFileNames: ({ name }) => (name.startsWith("shared/") ? "[name].js" : "assets/[name]-[hash].js") },
    },
  },
  server: { proxy: { "/apis": "http://127.0.0.1:8090", "/openapi.json": "http://127.0.0.1:8090" } },
  resolve: { dedupe: ["react", "react-dom", "@tanstack/react-query"] },
});
