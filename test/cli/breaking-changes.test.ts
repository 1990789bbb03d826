import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readTree, writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace } from "../golden/harness/workspace.js";
import { runCmgen, type CommandOutcome } from "./run-cmgen.js";

const workspace = createWorkspace();
const root = join(workspace.folder, "people");
const model = "src/models/person.ts";

const cmgen = (...args: string[]): Promise<CommandOutcome> => runCmgen(args, { workingFolder: root });
const text = (path: string): string => readFileSync(join(root, path), "utf8");
const edit = (path: string, from: string | RegExp, to: string): void => {
  const after = text(path).replace(from, () => to);
  expect(after).not.toBe(text(path));
  writeTree(root, new Map([[path, after]]));
};
const migrations = (): string[] => readdirSync(join(root, "prisma/migrations")).filter((name) => /^\d/.test(name));

beforeAll(async () => {
  mkdirSync(root);
  writeTree(root, readTree(join(import.meta.dirname, "../golden/person/input")));
  expect(await cmgen("generate")).toMatchObject({ code: 0 });
});

afterAll(() => workspace.dispose());

/** One test: each step goes on from the last. */
test(
  "a plugin evolves: what breaks stored objects needs an answer; all else is recorded",
  { timeout: 240_000 },
  async () => {
    const [first = ""] = migrations();
    const snapshot = `prisma/migrations/${first}/snapshot.json`;

    // A change that breaks nothing makes no migration: the newest snapshot has it.
    edit(model, "tags?: string[];", "tags?: string[];\n  nick?: string;");
    expect(await cmgen("generate", "--check")).toMatchObject({ code: 1 });
    expect(await cmgen("generate")).toMatchObject({ code: 0 });
    expect(migrations()).toEqual([first]);
    expect(text(snapshot)).toContain('"nick":{"type":"string"}');
    expect(await cmgen("generate", "--check")).toMatchObject({ code: 0 });

    // A rename breaks objects. Nothing is written, and the answer is printed.
    const before = readTree(root);
    edit(model, "nick?: string;", "alias?: string;");
    const plain = await cmgen("generate");
    expect(plain).toMatchObject({ code: 4, out: "" });
    expect(plain.error).toMatch(/^Stored objects of Person \(people\.example\.com\/v1alpha1\) would break:$/m);
    expect(plain.error).toMatch(/^src\/models\/person\.ts:\d+:\d+ spec\.nick is not in the model any more\.$/m);
    expect(plain.error).toContain("`cmgen generate --rename spec.nick=spec.alias`");
    for (const [path, contents] of before) if (path !== model) expect(text(path), path).toBe(contents);
    const { broken } = JSON.parse((await cmgen("generate", "--json")).out) as { broken: readonly object[] };
    expect(broken).toMatchObject([{ kind: "Person", renames: [{ from: "spec.nick", to: "spec.alias" }] }]);
    expect(plain.error).toMatch(
      /^If spec\.nick was renamed to spec\.alias, do not add the step below, which removes it/m,
    );
    expect(plain.error).toMatch(/^This step deletes the values of spec\.nick\./m);
    const twice = await cmgen("generate", "--rename", "spec.nick=spec.alias", "--rename", "spec.nick=spec.name");
    expect(twice).toMatchObject({ code: 3, error: expect.stringContaining("--rename names spec.nick twice.") });
    expect(await cmgen("generate", "--rename", "nick=alias")).toMatchObject({ code: 3 });
    expect(await cmgen("generate", "--rename", "spec.nick=spec.alas")).toMatchObject({
      code: 3,
      error: expect.stringContaining(
        "--rename spec.nick=spec.alas: no model has lost the field spec.nick and has a new field spec.alas. Possible is: spec.nick=spec.alias.",
      ),
    });
    const asked = await runCmgen(["generate"], { workingFolder: root, answer: "y" });
    expect(asked.out).toBe("Person: was spec.nick renamed to spec.alias? [y/N] ");
    expect(asked.error).toContain("alias: spec.nick");
    const denied = await runCmgen(["generate"], { workingFolder: root, answer: "" });
    expect(denied).toMatchObject({ code: 4, error: plain.error });

    const renamed = await cmgen("generate", "--rename", "spec.nick=spec.alias");
    expect(renamed.code).toBe(4);
    const answer = /^ {2}evolve: \[$.*?^ {2}\],$/ms.exec(renamed.error)?.[0] ?? "";
    expect(answer).toContain("alias: spec.nick");
    edit(model, "singular:", `${answer}\n  singular:`);
    expect(await cmgen("generate")).toMatchObject({ code: 0 });

    // The step is recorded with a migration of its own, and in the code for the server.
    const [, second = ""] = migrations();
    expect(migrations()).toHaveLength(2);
    expect(text(`prisma/migrations/${second}/migration.sql`)).toMatch(
      /^-- No table changes: rename-spec-nick-to-spec-alias/,
    );
    expect(text(`prisma/migrations/${second}/snapshot.json`)).toContain('"steps": ["rename-spec-nick-to-spec-alias"]');
    expect(text("src/generated/v1alpha1/person/resource.ts")).toContain("evolve: declaredSteps(declaration)");
    expect(await cmgen("generate")).toMatchObject({ code: 0, out: expect.stringContaining("Nothing to change") });

    // That step answers no later change; what is accepted is recorded without one.
    edit(model, "alias?: string;", "/** @maxLength 3 */ alias?: string;");
    expect(await cmgen("generate")).toMatchObject({
      code: 4,
      error: expect.stringMatching(
        /spec\.alias has a new maxLength: 3\.[^]*alias: OLDER_VALUE_BREAKS \? VALUE_FOR_OLDER_OBJECTS : spec\.alias/,
      ),
    });
    expect(await cmgen("generate", "--accept-breaking-changes")).toMatchObject({ code: 0 });
    expect(await cmgen("generate")).toMatchObject({ code: 0 });

    // The last step stays: by it a database tells releases apart.
    edit(model, /evolve: \[.*?^ {2}\],$/ms, "");
    expect(await cmgen("generate")).toMatchObject({
      code: 4,
      error: expect.stringContaining("is not declared any more"),
    });
  },
);
