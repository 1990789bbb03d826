import { statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { defineConfig } from "vitest/config";

/**
 * Tests import modules from `src` and run what TypeScript compiled them to in `dist`, as the service does. Vitest cannot run all of `src`
 * itself: it removes types but keeps decorators such as `@Get`, which Node.js does not support.
 */
export default defineConfig({
  test: { include: ["test/**/*.test.ts"] },
  plugins: [{ name: "compiled-sources", enforce: "pre", resolveId: compiledModule }],
});

function compiledModule(specifier: string, importer: string | undefined): string | undefined {
  if (!specifier.startsWith(".") || importer === undefined) return undefined;
  const path = relative(import.meta.dirname, resolve(dirname(importer), specifier)).replaceAll("\\", "/");
  if (!/^(?:src|dist)\//.test(path)) return undefined;
  const source = path.replace(/^dist/, "src").replace(/\.js$/, ".ts");
  const compiled = path.replace(/^src/, "dist");
  if (changedAt(source) === undefined) return undefined;
  if ((changedAt(compiled) ?? 0) < (changedAt(source) ?? 0)) {
    throw new Error(`${source} has changed since it was compiled. Run \`npm run build\`, or keep \`npm run dev\` running.`);
  }
  return resolve(import.meta.dirname, compiled).replaceAll("\\", "/");
}

function changedAt(path: string): number | undefined {
  return statSync(join(import.meta.dirname, path), { throwIfNoEntry: false })?.mtimeMs;
}
