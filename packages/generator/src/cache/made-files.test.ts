import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { contentHash } from "../output/content-hash.js";
import { FileHashes } from "./file-hashes.js";
import { IntactFiles, placedPieces } from "./made-files.js";

const path = "all.json";
const contents = '[\n"one",\n"two",\n"one"\n]';
const pieces = [
  { key: "1", text: '"one"' },
  { key: "2", text: '"two"' },
  { key: "3", text: '"one"' },
];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cmgen-pieces-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** The pieces that the next run finds once the file has the text. */
function found(text: string): readonly (string | undefined)[] | undefined {
  const hash = contentHash(contents);
  const placed = placedPieces({ path, contents, pieces });
  const file = { emitted: hash, written: hash, ...(placed && { pieces: placed }) };
  writeFileSync(join(root, path), text);
  const files = new IntactFiles({ models: new Map(), files: new Map([[path, file]]) }, new FileHashes(root));
  const last = files.lastPieces(path);
  return last && ["1", "2", "3", "4"].map(last);
}

test("pieces are found where they were put", () => {
  expect(found(contents)).toEqual(['"one"', '"two"', '"one"', undefined]);
});

test("pieces of a file that was edited, or has other line endings, are not used", () => {
  expect(found(contents.replace("two", "owt"))).toBeUndefined();
  expect(found(contents.replaceAll("\n", "\r\n"))).toBeUndefined();
});
