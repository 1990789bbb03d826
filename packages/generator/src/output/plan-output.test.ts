import { expect, test } from "vitest";

import { contentHash } from "./content-hash.js";
import { planOutput } from "./plan-output.js";

const disk = (files: Record<string, string>) => (path: string) => files[path];
const manifest = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, contents]) => [path, contentHash(contents)]));

test("a new file is written, an equal one is left, a changed one is rewritten", () => {
  const files = [
    { path: "new.ts", contents: "1" },
    { path: "same.ts", contents: "2" },
    { path: "old.ts", contents: "3" },
  ];
  const before = { "same.ts": "2", "old.ts": "0" };
  const plan = planOutput(files, manifest(before), disk(before));
  expect(plan.changes).toEqual([
    { path: "new.ts", after: "1" },
    { path: "old.ts", before: "0", after: "3" },
  ]);
  expect(plan).toMatchObject({ conflicts: [], unchanged: 1 });
  expect(plan.manifest).toEqual(manifest({ "new.ts": "1", "same.ts": "2", "old.ts": "3" }));
});

test("what is ours and no longer made goes, what is gone already is no matter", () => {
  const before = { "stale.ts": "1", "gone.ts": "2" };
  const plan = planOutput([], manifest(before), disk({ "stale.ts": "1" }));
  expect(plan.changes).toEqual([{ path: "stale.ts", before: "1" }]);
  expect(plan.conflicts).toEqual([]);
  expect(plan.manifest).toEqual(new Map());
});

test("an edited file is a conflict, made still or not", () => {
  const last = manifest({ "a.ts": "1", "b.ts": "1" });
  const plan = planOutput([{ path: "a.ts", contents: "2" }], last, disk({ "a.ts": "mine", "b.ts": "mine" }));
  expect(plan.conflicts).toEqual([
    { path: "a.ts", reason: "edited" },
    { path: "b.ts", reason: "edited" },
  ]);
});

test("an edit that is what would be generated is none", () => {
  const plan = planOutput([{ path: "a.ts", contents: "2" }], manifest({ "a.ts": "1" }), disk({ "a.ts": "2" }));
  expect(plan).toMatchObject({ changes: [], conflicts: [], unchanged: 1 });
});

test("a file that was never ours is a conflict, unless it is equal", () => {
  const files = [{ path: "a.ts", contents: "2" }];
  expect(planOutput(files, new Map(), disk({ "a.ts": "x" })).conflicts).toEqual([{ path: "a.ts", reason: "foreign" }]);
  expect(planOutput(files, new Map(), disk({ "a.ts": "2" })).conflicts).toEqual([]);
});

test("a checkout with other line endings is neither an edit nor a change", () => {
  const plan = planOutput(
    [{ path: "a.ts", contents: "1\n2\n" }],
    manifest({ "a.ts": "1\n2\n" }),
    disk({ "a.ts": "1\r\n2\r\n" }),
  );
  expect(plan).toMatchObject({ changes: [], conflicts: [], unchanged: 1 });
});

test("history is written once, never changed, never removed", () => {
  const file = { path: "prisma/migrations/1_a/migration.sql", contents: "new", ifExists: "keep" } as const;
  expect(planOutput([file], new Map(), disk({})).changes).toEqual([{ path: file.path, after: "new" }]);
  const plan = planOutput([file], new Map(), disk({ [file.path]: "edited" }));
  expect(plan).toMatchObject({ changes: [], conflicts: [], unchanged: 0 });
  expect(plan.manifest).toEqual(new Map());
});
