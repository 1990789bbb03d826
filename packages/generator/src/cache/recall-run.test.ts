import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { defaultConfig } from "../config/resolved-config.js";
import { contentHash } from "../output/content-hash.js";
import { FileHashes } from "./file-hashes.js";
import { recallRun } from "./recall-run.js";
import { recordRun } from "./record-run.js";
import { recordPath, type RunRecord } from "./run-record.js";
import { type StateBefore, stateBefore } from "./state-before.js";
import { watchedFolders } from "./watched-folders.js";

let root: string;

const put = (path: string, contents: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), contents);
};

const config = 'export default { models: ["src/models/**/*.ts"] };';
const files = {
  "cmgen.config.ts": config,
  "package.json": "{}",
  "src/models/note.ts": "// A note",
  "src/models/deep/empty.txt": "",
  "src/controllers/mail/helper.txt": "",
  "src/types/shared.ts": "// Shared",
  "src/generated/note.ts": "// Generated",
  "src/generated/.cmgen-manifest.json": "{}",
  "prisma/schema.prisma": "// Schema",
  "prisma/migrations/1_init/migration.sql": "-- Init",
};

function record(more: Partial<Parameters<typeof recordRun>[1]> = {}): void {
  const read = ["package.json", "src/models/note.ts", "src/types/shared.ts"] as const;
  const inputs = new Map(read.map((path) => [join(root, path), files[path]]));
  recordRun(root, {
    config: defaultConfig,
    configInputs: new Map([[join(root, "cmgen.config.ts"), config]]),
    inputs,
    folders: [...watchedFolders(root, defaultConfig, inputs.keys())],
    manifest: new Map([["src/generated/note.ts", contentHash(files["src/generated/note.ts"])]]),
    diagnostics: [],
    hashes: new FileHashes(root),
    before: beforeRun(),
    ...more,
  });
}

const beforeRun = (): StateBefore =>
  stateBefore(root, { config: defaultConfig, hashes: new FileHashes(root), folders: [join(root, "src/types")] });

const recalled = (): RunRecord | undefined => recallRun(root).record;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cmgen-cache-"));
  for (const [path, contents] of Object.entries(files)) put(path, contents);
});

afterEach(() => rmSync(root, { recursive: true }));

test("a run is recalled while nothing has changed", () => {
  expect(recalled()).toBeUndefined();
  record();
  expect(recalled()).toMatchObject({ files: 1, diagnostics: [] });
});

test.each(Object.keys(files).filter((path) => !path.endsWith(".txt")))("not once %s was edited", (path) => {
  record();
  put(path, "edited");
  expect(recalled()).toBeUndefined();
});

test.each(Object.keys(files).filter((path) => !path.endsWith(".txt")))("not once %s was removed", (path) => {
  record();
  rmSync(join(root, path));
  expect(recalled()).toBeUndefined();
});

test.each([
  "src/models/other.ts",
  "src/models/deep/other.ts",
  "src/models/new/other.ts",
  "src/types/shared.d.ts",
  "src/hooks/note.ts",
  "src/hooks/notes/note.ts",
  "src/controllers/welcome.ts",
  "src/controllers/mail/welcome.ts",
  "src/schedules/digest.ts",
  "src/endpoints/greeting.ts",
  "extensions/people.yaml",
  "src/server.ts",
  "tsconfig.json",
  "cmgen.config.mts",
])("not once %s was added", (path) => {
  record();
  put(path, "");
  expect(recalled()).toBeUndefined();
});

test("a file nobody would read changes nothing", () => {
  record();
  put(".data/people.db", "");
  put("node_modules/.bin/x", "");
  expect(recalled()).toBeDefined();
});

test("an edit during the run, after the file was read, is seen", () => {
  put("src/models/note.ts", "edited while the run went on");
  record();
  expect(recalled()).toBeUndefined();
});

test("what does not follow from files alone is not remembered", () => {
  record({ configInputs: undefined });
  expect(recalled()).toBeUndefined();
});

test("a run with another config is another run", () => {
  record({ given: join(root, "ci.config.ts") });
  expect(recalled()).toBeUndefined();
  expect(recallRun(root, join(root, "ci.config.ts")).record).toBeDefined();
});

test("a record that was cut off is none", () => {
  record();
  put(recordPath, '{"tool": "');
  expect(recalled()).toBeUndefined();
});

test("warnings are remembered", () => {
  const diagnostics = [{ code: "CM9999", severity: "warning", message: "Beware.", fix: "Fix it." }] as const;
  record({ diagnostics });
  expect(recalled()?.diagnostics).toEqual(diagnostics);
});

test("a run that found nothing changed remembers what the files look like", async () => {
  // A file that is older than a tenth of a second has a stamp at once, so again, should the machine have been that slow.
  await vi.waitFor(() => {
    for (const [path, contents] of Object.entries(files)) put(path, contents);
    record();
    expect(recalled()?.stamps).toEqual({});
  }, 20_000);
  await setTimeout(150);
  expect(recalled()).toBeDefined();
  expect(Object.keys(recalled()?.stamps ?? {}).toSorted()).toEqual(
    Object.keys(files)
      .filter((path) => !path.endsWith(".txt"))
      .toSorted(),
  );
  const { mtime } = statSync(join(root, "src/models/note.ts"));
  put("src/models/note.ts", "// A NOTE");
  utimesSync(join(root, "src/models/note.ts"), mtime, mtime);
  expect(recalled()).toBeUndefined();
});

test.each([
  "src/models/other.ts",
  "src/models/new/other.ts",
  "src/access.ts",
  "src/server.ts",
  "src/hooks/note.ts",
  "src/endpoints/board.ts",
  "extensions/first.yaml",
  "src/types/other.ts",
  "prisma/migrations/2_next/migration.sql",
])("not once %s was added while it read", (path) => {
  const before = beforeRun();
  put(path, "// Added");
  record({ before, folders: [...watchedFolders(root, defaultConfig, [join(root, "src/types/shared.ts")])] });
  expect(recalled()).toBeUndefined();
  record({ before: beforeRun() });
  expect(recalled()).toBeDefined();
});

test("not once a migration was changed while it read", () => {
  const before = beforeRun();
  put("prisma/migrations/1_init/migration.sql", "-- Changed");
  record({ before });
  expect(recalled()).toBeUndefined();
});

test("a run is recalled whose own files are new, wherever they are", () => {
  const before = beforeRun();
  const own = ["docs/models/note.md", "openapi.json", "src/made/note.ts", "src/models/note.table.ts"];
  for (const path of own) put(path, "// Made");
  record({ before, manifest: new Map(own.map((path) => [path, contentHash("// Made")])) });
  expect(recalled()).toBeDefined();
});

test("a folder that no run has looked into is remembered once its last change is some time ago", async () => {
  const before = stateBefore(root, { config: defaultConfig, hashes: new FileHashes(root), folders: [] });
  record({ before });
  expect(recalled()).toBeUndefined();
  await setTimeout(150);
  record({ before: { ...before, at: Date.now() } });
  expect(recalled()).toBeDefined();
});
