import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { generate } from "@cmgen/generator";
import { writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace, type Workspace } from "../golden/harness/workspace.js";

const prisma = ["prisma", "prisma/postgresql"];

describe("`tenants` in the config", () => {
  let workspace: Workspace;
  beforeEach(() => void (workspace = createWorkspace()));
  afterEach(() => workspace.dispose());

  /** Writes a plugin of one model, and generates from it. Returns its folder. */
  const generated = async (path: string, config: string, kind = "Note"): Promise<string> => {
    const folder = join(workspace.folder, path);
    const [name] = path.split("/").slice(-1);
    const files = {
      "package.json": JSON.stringify({
        name,
        version: "1.0.0",
        type: "module",
        exports: { "./*": "./*" },
        dependencies: { "notes-plugin": "1" },
      }),
      "tsconfig.json": '{ "compilerOptions": { "module": "NodeNext", "strict": true } }',
      "cmgen.config.ts": `export default ${config};\n`,
      "src/models/one.ts": `import { defineModel, type Extension } from "@cmgen/model";
export type ${kind} = Extension<{ text: string }>;
export default defineModel<${kind}>({ group: "${kind.toLowerCase()}s.example.com", version: "v1" });
`,
    };
    writeTree(folder, new Map(Object.entries(files)));
    const { status, diagnostics } = await generate(folder);
    expect([status, diagnostics]).toEqual(["written", []]);
    return folder;
  };
  const migrationsOf = (folder: string): readonly string[] =>
    readdirSync(join(folder, "migrations"), { recursive: true, withFileTypes: true })
      .filter(({ name }) => name === "migration.sql")
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((file) => readFileSync(file, "utf8"));
  const hasTable = (folder: string): readonly boolean[] =>
    prisma.flatMap((each) => {
      const schema = readFileSync(join(folder, each, "schema.prisma"), "utf8");
      return [schema, migrationsOf(join(folder, each)).join("\n")].map((text) => text.includes("cmgen_tenants"));
    });

  it("gives the service a table on both databases, and nothing else", async () => {
    const without = await generated("one", "{}");
    expect(hasTable(without)).toEqual([false, false, false, false]);
    const texts = (): readonly string[] =>
      ["cmgen-plugin.json", "openapi.json", "src/generated/plugin.ts"].map((file) =>
        readFileSync(join(without, file), "utf8"),
      );
    const before = texts();
    await generated("one", "{ tenants: true }");
    expect(hasTable(without)).toEqual([true, true, true, true]);
    expect(texts()).toEqual(before);
    for (const each of prisma) {
      const migrations = migrationsOf(join(without, each));
      expect(migrations).toHaveLength(2);
      expect(migrations[1]?.match(/^CREATE (?:TABLE|INDEX|UNIQUE INDEX) "\w+"/gm)).toEqual([
        'CREATE TABLE "cmgen_tenants"',
        'CREATE INDEX "cmgen_tenants_due_at_idx"',
      ]);
    }
  });

  it("is said by the service, and not by the plugins that it hosts", async () => {
    await generated("node_modules/notes-plugin", "{ tenants: true }");
    const service = await generated("service", '{ plugins: ["notes-plugin"] }', "Task");
    expect(readFileSync(join(service, "prisma/schema.prisma"), "utf8")).toContain("notes_example_com_notes");
    expect(hasTable(service)).toEqual([false, false, false, false]);
    await generated("service", '{ plugins: ["notes-plugin"], tenants: true }', "Task");
    expect(hasTable(service)).toEqual([true, true, true, true]);
  });

  it.each(['"yes"', "1", "null", '{ of: "host" }'])("is true or false, and not %s", async (value) => {
    await expect(generated("one", `{ tenants: ${value} }`)).rejects.toThrow("`tenants` must be true or false.");
  });
});
