import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { silentLog, startServer } from "@cmgen/runtime";
import type { Plugin } from "@cmgen/runtime/codegen";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FileTree } from "../golden/harness/file-tree.js";
import { writeTree } from "../golden/harness/file-tree.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "../server/exchange.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { compilers, databases } from "../tier.js";

const collection = "/apis/notes.example.com/v1/notes";

/** Notes with some members, and steps. */
const release = (members: string, evolve = "", imports = ""): FileTree =>
  new Map([
    [
      "src/models/note.ts",
      `import { defineModel, index, type EvolvedParts, type Extension, type Integer } from "@cmgen/model";
${imports}
export interface Part { text: string; parts?: Part[]; /** @default "draft" */ stage?: string; }
export interface NoteSpec {
  title: string;
  part?: Part;
  pair?: [string, Integer?];
  limits?: Record<string, Integer>;
  at?: "here" | { readonly place: string } | null;
  ${members}
}
export interface Note extends Extension<NoteSpec> {}
export default defineModel<Note>({
  group: "notes.example.com", version: "v1", kind: "Note", plural: "notes", singular: "note",
  indexes: [index("spec.title")],
  evolve: [${evolve}],
});
`,
    ],
  ]);

const hours = (body: string): string =>
  `{ id: "hours", change: ({ spec }: Note_20260101): EvolvedParts<Note_20260201> => ({ spec: ${body} }) },`;
const numbered = "{ ...spec, hours: Number.parseInt(spec.hours ?? '0', 10) }";
const effort = (body: string): string => `{ id: "effort", change: ({ spec }: Note_20260201) => ({ spec: ${body} }) },`;
const moved = "{ ...spec, hours: undefined, effort: { hours: spec.hours ?? 0 }, title: spec.title + spec.part?.stage }";
const imports = 'import type { Note_20260101, Note_20260201 } from "../generated/v1/note/earlier.js";';
const last = "effort: { hours: Integer };";

const generated = generatedReleases();
const plugins: Plugin[] = [];
beforeAll(async () => {
  const early =
    '{ id: "hours", change: ({ spec }) => ({ spec: { ...spec, hours: Number.parseInt(spec.hours ?? "0", 10) } }) },';
  plugins.push(await generated.release(release("hours?: string;"), [], new Date("2026-01-01T10:00:00Z")));
  plugins.push(await generated.release(release("hours: Integer;", early), [], new Date("2026-02-01T10:00:00Z")));
  const steps = `${hours(numbered)} ${effort(moved)}`;
  plugins.push(await generated.release(release(last, steps, imports), [], new Date("2026-03-01T10:00:00Z")));
  const wrong = "{ ...spec, hours: spec.hours as unknown as number }";
  const later = new Date("2026-03-02T10:00:00Z");
  plugins.push(await generated.release(release(last, `${hours(wrong)} ${effort(moved)}`, imports), [], later));
}, 120_000);
afterAll(() => generated.dispose());

const { resolve } = createRequire(import.meta.url);
const run = promisify(execFile);

async function errorsOf(compiler: string, steps: string): Promise<readonly string[]> {
  const files = release(last, steps, imports);
  writeTree(generated.folder, files);
  writeTree(
    generated.folder,
    new Map([
      [
        "tsconfig.json",
        JSON.stringify({
          compilerOptions: {
            strict: true,
            noEmit: true,
            module: "nodenext",
            target: "es2022",
            skipLibCheck: true,
            types: ["node"],
            exactOptionalPropertyTypes: false,
          },
          files: ["src/models/note.ts"],
        }),
      ],
    ]),
  );
  const tsc = resolve(`${compiler}/package.json`).replace(/package\.json$/, "bin/tsc");
  const found = await run(process.execPath, [tsc, "-p", generated.folder]).catch((error: { stdout: string }) => error);
  return found.stdout.split("\n").filter((line) => line.includes("error TS"));
}

describe.each(compilers)("steps under %s", (compiler) => {
  test("are typed by the releases that they come from", { timeout: 180_000 }, async () => {
    expect(await errorsOf(compiler, `${hours(numbered)} ${effort(moved)}`)).toEqual([]);
    const input = await errorsOf(compiler, `${hours("{ ...spec, hours: spec.hours.length }")} ${effort(moved)}`);
    expect(input.join("\n")).toContain("possibly 'undefined'");
    const output = await errorsOf(compiler, `${hours("spec")} ${effort(moved)}`);
    expect(output.join("\n")).toContain("is not assignable to type 'NoteSpec_20260201'");
    const gone = await errorsOf(
      compiler,
      `${hours(numbered)} ${effort("{ ...spec, effort: { hours: spec.duration } }")}`,
    );
    expect(gone.join("\n")).toContain("'duration' does not exist");
  });
});

test("what is generated has the types that are named, and no others", () => {
  const text = readFileSync(join(generated.folder, "src/generated/v1/note/earlier.ts"), "utf8");
  expect([...text.matchAll(/^export interface (\w+)/gm)].map(([, name]) => name)).toEqual([
    "Note_20260101",
    "Note_20260201",
  ]);
  expect(text).toContain("pair?: [string, number?];");
});

describe.each(databases)("results of steps on %s", (database) => {
  test("are held to the validator of their time", async () => {
    const databaseUrl =
      database === "sqlite" ? `file:${join(generated.folder, "..", "typed.db")}` : await createDatabase();
    const start = async (plugin: Plugin = expect.unreachable()): ReturnType<typeof startServer> => {
      const options = { host: "127.0.0.1", port: 0, databaseUrl, log: silentLog };
      const server = await startServer({
        plugins: [plugin],
        root: plugin.root,
        ...options,
      });
      await server.started;
      return server;
    };
    const first = await start(plugins[0]);
    const spec = { title: "a", hours: "3 hours", part: { text: "x", parts: [{ text: "y" }] }, at: null };
    const body = JSON.stringify({ metadata: { name: "one" }, spec });
    const headers = { "content-type": "application/json" };
    expect((await exchange(first.url, { method: "POST", path: collection, headers, body })).status).toBe(201);
    await first.close();
    await expect(start(plugins[3])).rejects.toThrow(
      "/spec/hours must be a whole number once it has been through the step v1/hours",
    );
    const server = await start(plugins[2]);
    const read = await exchange(server.url, { method: "GET", path: `${collection}/one` });
    expect((read.json as { spec: unknown }).spec).toEqual({
      title: "adraft",
      effort: { hours: 3 },
      part: { text: "x", stage: "draft", parts: [{ text: "y", stage: "draft" }] },
      at: null,
    });
    await server.close();
  });
});
