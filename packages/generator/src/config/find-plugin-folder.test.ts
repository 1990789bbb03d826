import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { findPluginFolder } from "./find-plugin-folder.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-find-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each<[files: readonly string[], from: string, found: string]>([
  [["a/cmgen.config.ts"], "a", "a"],
  [["a/cmgen.config.ts", "a/src/models/x.ts"], "a/src/models", "a"],
  [["a/cmgen.config.mjs", "a/dist/package.json"], "a/dist", "a"],
  [["a/package.json", "a/src/models/x.ts"], "a/src", "a"],
  [["a/package.json", "a/prisma/schema.prisma"], "a/prisma", "a"],
  // A workspace whose packages are plugins, one with a config and one without.
  [["cmgen.config.ts", "a/package.json", "a/src/models/x.ts"], "a/src/models", "a"],
  [["cmgen.config.ts", "a/cmgen.config.ts"], "a", "a"],
  // Without a plugin above it a folder is left as it is, and what is missing is reported there.
  [["package.json"], "a/b", "a/b"],
  [["package.json", "a/src/models/x.ts"], "a", "a"],
])("of %j, from %s: %s", (files, from, found) => {
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "");
  }
  mkdirSync(join(folder, from), { recursive: true });
  expect(findPluginFolder(join(folder, from))).toBe(join(folder, found));
});
