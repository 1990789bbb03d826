import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate } from "../generate.js";

const packages = resolve(import.meta.dirname, "../../..");

interface Version {
  readonly states: string;
  readonly steps?: string;
  readonly version?: string;
  readonly storage?: string;
}

/** A ticket of one version, with an index of a list of states and one of a state. */
function ticket({ states, steps = "", version = "v1", storage = "" }: Version): string {
  return `import { defineModel, index, type Extension } from "@cmgen/model";
export type State = ${states};
export interface Ticket extends Extension<{ state?: State | null; seen?: State[]; title?: string }> {}
export default defineModel<Ticket>({
  group: "tickets.example.com", version: "${version}", kind: "Ticket", plural: "tickets", singular: "ticket",
  indexes: [index("spec.state"), index({ name: "spec.seen", values: (ticket) => ticket.spec?.seen }), index("spec.title")],
  ${steps} ${storage}
});
`;
}

describe("the values of an index", () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "cmgen-known-values-"));
    put("package.json", '{ "name": "tickets", "version": "1.0.0", "type": "module", "license": "MIT" }');
    put(
      "tsconfig.json",
      '{ "compilerOptions": { "module": "nodenext", "strict": true, "target": "es2022" }, "include": ["src"] }',
    );
    put("cmgen.config.ts", 'import { defineConfig } from "cmgen";\nexport default defineConfig({});\n');
    mkdirSync(join(root, "node_modules/@cmgen"), { recursive: true });
    symlinkSync(join(packages, "cli"), join(root, "node_modules/cmgen"));
    for (const name of ["model", "runtime"]) symlinkSync(join(packages, name), join(root, "node_modules/@cmgen", name));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  function put(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  /** Generates twice: the second run must find nothing to do. Returns the values in the order of the indexes. */
  async function valuesOf(module: string, text: string, version = "v1"): Promise<readonly string[]> {
    put(`src/models/${module}.ts`, text);
    const written = await generate(root, { acceptBreakingChanges: true, acceptDataLoss: true });
    expect([written.status, written.diagnostics]).toEqual(["written", []]);
    expect((await generate(root, { check: true })).changes).toEqual([]);
    const resource = readFileSync(join(root, `src/generated/${version}/ticket/resource.ts`), "utf8");
    return [...resource.matchAll(/^ {6}values: (.*),$/gm)].map(([, values = ""]) => values);
  }

  it("are those that the types name", async () => {
    const values = await valuesOf("ticket", ticket({ states: '"new" | "open"' }));
    expect(values).toEqual(['["new", "open"]', '["new", "open"]']);
  });

  it("are those of earlier migrations too", async () => {
    const steps = 'evolve: [{ id: "no-new", change: (ticket) => ticket }],';
    const values = await valuesOf("ticket", ticket({ states: '"open" | "done"', steps }));
    expect(values).toEqual(['["open", "done", "new"]', '["open", "done", "new"]']);
  });

  it("are not those that no migration tells of", async () => {
    const steps = 'evolve: [{ id: "no-new", change: (ticket) => ticket }],';
    const values = await valuesOf("ticket", ticket({ states: '"open"', steps }));
    expect(values).toEqual(['["open", "new"]', '["open", "new"]']);
  });

  it("are not known where a type has others", async () => {
    const steps = 'evolve: [{ id: "no-new", change: (ticket) => ticket }],';
    expect(await valuesOf("ticket", ticket({ states: "string", steps }))).toEqual([]);
  });
});
