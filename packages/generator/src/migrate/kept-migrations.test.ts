import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { GeneratedFile } from "../emit/emitter.js";
import { projectKeys } from "../emit/model-keys.js";
import type { Model, ProjectModel } from "../model/model.js";
import { model, named, object, project, ref, scalar, string } from "../model/type-builders.test.fixture.js";
import { contentHash } from "../output/content-hash.js";
import { emitMigrations, type EmittedMigrations, type MigrationOptions } from "./emit-migrations.js";
import { keptMigrations } from "./kept-migrations.js";
import type { SnapshotReuse } from "./snapshot-pieces.js";

const databases = ["sqlite", "postgresql"] as const;
const later: MigrationOptions = { prismaDir: "prisma", databases, time: new Date("2026-02-01T00:00:00Z") };

const address = named("Address", object({ street: string({ maxLength: 20 }) }));
const narrow = named("Address", object({ street: string({ maxLength: 10 }) }));
const alpha = model("Alpha", object({ home: ref("Address") }));
const beta = model("Beta", object({ title: string(), "note?": string() }));
const before = project([alpha, beta], [address]);
const second: Model = { ...beta, version: "v2" };
const other = { name: "other", package: "other", types: [], models: [model("Gamma", object({}))], openapi: "{}" };
const stepped = (...ids: string[]): Model => ({ ...beta, steps: ids.map((id) => ({ id, span: beta.span })) });

let root: string;
let last: EmittedMigrations;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "cmgen-kept-"));
  await run(before, { time: new Date("2026-01-31T09:59:59Z") });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A change after which the tables are the same, or not; each is compared with a run that knows nothing. */
test.each<[string, ProjectModel, "kept" | "made"]>([
  ["nothing", before, "kept"],
  ["a description", project([alpha, { ...beta, span: { ...beta.span, file: "moved.ts" } }], [address]), "kept"],
  ["a new field", project([alpha, model("Beta", object({ title: string(), "more?": string() }))], [address]), "kept"],
  ["a field of another type", project([alpha, model("Beta", object({ title: scalar("integer") }))], [address]), "kept"],
  ["a type that a model refers to", project([alpha, beta], [narrow]), "kept"],
  ["the order of models", project([beta, alpha], [address]), "made"],
  ["a second version", project([alpha, beta, { ...second, storage: true }], [address]), "made"],
  ["a new model", project([alpha, beta, model("Gamma", object({}))], [address]), "made"],
  ["a model less", project([alpha], [address]), "made"],
  ["a step", project([alpha, stepped("a")], [address]), "made"],
  ["a step that is declared twice", project([alpha, stepped("a", "a")], [address]), "made"],
  ["a hosted plugin", { ...before, hosted: [other] }, "made"],
])("%s: what an earlier run left changes nothing", async (_, after, how) => {
  const first = await bothRuns(after);
  expect(first).toEqual({ how, knowing: first.fresh, fresh: first.fresh });
  // Again, once what it says is written.
  await run(after, {});
  const again = await bothRuns(after);
  const isHosting = (after.hosted ?? []).length > 0;
  expect(again).toEqual({ how: isHosting ? "made" : "kept", knowing: again.fresh, fresh: again.fresh });
});

test("a step that is declared twice is reported by each run", async () => {
  const after = project([alpha, stepped("a", "a")], [address]);
  await run(after, {});
  expect((await emitMigrations(after, root, { ...later, reuse: reuseOf(after) })).broken).toHaveLength(1);
});

test.each<[string, (snapshot: string) => void]>([
  ["is formatted otherwise", (path) => writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, "utf8"))))],
  ["has no models", (path) => writeFileSync(path, JSON.stringify({ ...parsed(path), models: undefined }))],
  ["has other tables", (path) => writeFileSync(path, JSON.stringify({ ...parsed(path), tables: [] }))],
  ["is gone with its migration", (path) => rmSync(dirname(path), { recursive: true })],
  ["is followed by another", (path) => writeNext(path, ["20260131095959_init"])],
  ["has another beside it", (path) => writeNext(path, [])],
])("a snapshot that %s is read", async (_, change) => {
  change(join(root, "prisma/migrations/20260131095959_init/snapshot.json"));
  const { how, knowing, fresh } = await bothRuns(before);
  expect(how).toBe("made");
  expect(knowing).toEqual(fresh);
});

test("a snapshot before the newest that has changed is read", async () => {
  const gamma = project([alpha, beta, model("Gamma", object({}))], [address]);
  await run(gamma, {});
  expect((await bothRuns(gamma)).how).toBe("kept");
  const path = join(root, "prisma/migrations/20260131095959_init/snapshot.json");
  writeFileSync(path, JSON.stringify({ ...parsed(path), after: ["20260201000000_add_gamma"] }));
  const { how, knowing, fresh } = await bothRuns(gamma);
  expect(how).toBe("made");
  expect(knowing).toEqual(fresh);
});

/** What a run does that knows what the last one left, what one does that knows nothing, and whether that knowledge was enough. */
async function bothRuns(after: ProjectModel): Promise<Readonly<Record<"how" | "knowing" | "fresh", unknown>>> {
  const reuse = reuseOf(after);
  const attempt = (more: Partial<MigrationOptions>): Promise<unknown> =>
    emitMigrations(after, root, { ...later, ...more }).then(outcome, (error: unknown) => String(error));
  const how = keptMigrations(after, root, { ...later, reuse }) === undefined ? "made" : "kept";
  return { how, knowing: await attempt({ reuse }), fresh: await attempt({}) };
}

function outcome({ files, losses, broken }: EmittedMigrations): object {
  return { files: files.map((file) => ({ ...file, pieces: undefined })), losses, broken };
}

/** Writes what a run makes, as the next one finds it. */
async function run(of: ProjectModel, options: Partial<MigrationOptions>): Promise<EmittedMigrations> {
  const reuse = { keys: projectKeys(of), lastPieces: () => undefined, hashOf };
  last = await emitMigrations(of, root, { ...later, ...options, reuse });
  for (const file of last.files) write(file);
  return last;
}

function reuseOf(of: ProjectModel): SnapshotReuse {
  const lastPieces: SnapshotReuse["lastPieces"] = (path) => {
    const { contents, pieces = [] } = last.snapshots.find((snapshot) => snapshot.path === path) ?? {};
    if (contents === undefined || readFileSync(join(root, path), "utf8") !== contents) return undefined;
    const texts = new Map(pieces.map(({ key, text }) => [key, text]));
    return (key) => texts.get(key);
  };
  return { keys: projectKeys(of), lastPieces, hashOf };
}

function hashOf(path: string): string | undefined {
  const place = join(root, path);
  return existsSync(place) ? contentHash(readFileSync(place, "utf8")) : undefined;
}

function write({ path, contents }: GeneratedFile): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), contents);
}

function parsed(path: string): object {
  return JSON.parse(readFileSync(path, "utf8")) as object;
}

/** A later migration with the same tables. */
function writeNext(snapshot: string, after: readonly string[]): void {
  const folder = "prisma/migrations/20260201000000_next";
  write({ path: `${folder}/migration.sql`, contents: "" });
  write({ path: `${folder}/snapshot.json`, contents: JSON.stringify({ ...parsed(snapshot), after }) });
}
