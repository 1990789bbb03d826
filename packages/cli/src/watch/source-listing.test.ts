import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { sourceListing } from "./source-listing.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-listing-"));
  for (const name of ["note.ts", "other.test.ts", "page.mts"]) writeFileSync(join(folder, name), "");
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(["note.js", "note.js.map", "note.d.ts", "other.test.js", "page.mjs", "page.d.mts", "data.db-wal"])(
  "%s beside its source is not one",
  (name) => {
    const before = sourceListing([folder]);
    writeFileSync(join(folder, name), "");
    expect(sourceListing([folder])).toBe(before);
  },
);

test.each(["alone.js", "alone.d.ts", "new.ts", "note.mjs", "note.json"])("%s is a source", (name) => {
  const before = sourceListing([folder]);
  writeFileSync(join(folder, name), "");
  expect(sourceListing([folder])).not.toBe(before);
});
