import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { repositoryFiles, repositoryRoot } from "./repository.js";
import { sourceFile } from "./source-file.js";

/** Generated modules of the examples. */
const generated = new Map(
  repositoryFiles()
    .filter((path) => /^examples\/[^/]+\/src\/generated\/.+\.ts$/.test(path))
    .map((path) => [path, sourceFile(path, readFileSync(join(repositoryRoot, path), "utf8"))] as const),
);
const allowed = new Set([
  "@cmgen/runtime/codegen",
  "@cmgen/model",
  "@cmgen/client",
  "@cmgen/client/batch",
  "@cmgen/client/react",
  "@cmgen/console/extension",
]);

it("generated code imports the runtime by its versioned path, the vocabulary, the client and the console, and nothing else", () => {
  const packages = [...generated.values()].flatMap(({ path, imports }) =>
    imports.filter((specifier) => !specifier.startsWith(".")).map((specifier) => ({ path, specifier })),
  );
  // One module of a service imports the plugins that it hosts.
  const hosts = (path: string) => path === "examples/two-plugins/src/generated/plugins.ts";
  const others = packages.filter(({ path, specifier }) => !hosts(path) || !specifier.startsWith("@cmgen-examples/"));
  expect(others.filter(({ specifier }) => !allowed.has(specifier))).toEqual([]);
  expect(packages.length).toBeGreaterThan(3);
});

it("a generated client, with all that it loads, has no server code in it", () => {
  const entries = [...generated.keys()].filter((path) => /\/generated\/[^/]+\/(client|react)\.ts$/.test(path));
  const reached = new Set(entries);
  for (const path of reached) {
    for (const specifier of generated.get(path)?.imports ?? []) {
      if (specifier.startsWith(".")) reached.add(normalize(join(dirname(path), specifier)).replace(/\.js$/, ".ts"));
      else reached.add(specifier);
    }
  }
  const packages = [...reached].filter((name) => name.startsWith("@"));
  expect(
    packages.filter((name) => name !== "@cmgen/model" && !/^@cmgen\/client(\/react|\/batch)?$/.test(name)),
  ).toEqual([]);
  expect([...reached].some((path) => path.endsWith("/types.ts"))).toBe(true);
});
