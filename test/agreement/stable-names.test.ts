import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { check } from "../../packages/generator/src/check/check.js";
import { defaultConfig } from "../../packages/generator/src/config/resolved-config.js";
import { derivedNames } from "../../packages/generator/src/emit/derived-names.js";
import { openapiDocument } from "../../packages/generator/src/emit/openapi/emit-openapi.js";
import { readProject } from "../../packages/generator/src/read/read-project.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { writeTree } from "../golden/harness/file-tree.js";
import { isNight, randomCases } from "../tier.js";

/** What two packages, a linked one, and the plugin's own files call their types: a few names, so that they meet. */
const typeName = fc.constantFrom("Address", "Point", "Tree", "Page");
/** The last has a type that nobody has named, and that holds itself. */
const body = fc.constantFrom(
  "{ street: string }",
  "{ x: number; y: number }",
  '{ all?: { text: string; all?: Self["all"] }[] }',
);

const packages = {
  "node_modules/maps": "maps",
  "node_modules/@acme/shapes": "@acme/shapes",
  "../shared": "shared",
};

const packageText = `
export interface Address { lines: string[] }
export interface Point { x: number }
export interface Tree { point: Point; trees?: Tree[] }
export interface Page<T> { items: T[] }
export namespace Geo { interface Point { lat: number } namespace Geo { interface Point { lon: number } } }
`;

/** A type as a model's property has it: one of its own file, or one of a package. */
const used = fc.oneof(
  typeName.map((name) => (name === "Page" ? "Page<Point>" : name)),
  fc
    .tuple(
      fc.constantFrom("maps", "@acme/shapes", "shared"),
      fc.constantFrom("Address", "Tree", "Page<Own>", "Geo.Point", "Geo.Geo.Point"),
    )
    .map(([from, name]) => `import("${from}").${name.replace("Own", `import("${from}").Point`)}`),
);

const model = fc.record({
  kind: fc.constantFrom("Order", "Note", "OrderInput", "Address", "NoteV1"),
  version: fc.constantFrom("v1", "v1", "v2"),
  own: fc.array(body, { minLength: 2, maxLength: 2 }),
  properties: fc.array(used, { minLength: 1, maxLength: 3 }),
  endpoints: fc.option(fc.constantFrom("console.api.", "uc.api.", "api."), { nil: undefined, freq: 2 }),
});

type ModelFile = typeof model extends fc.Arbitrary<infer T> ? T : never;

function filesOf({ kind, version, own, properties, endpoints }: ModelFile, at: number): [string, string][] {
  const group = `g${at % 2}.example.com`;
  const [address = "", point = ""] = own;
  const text = `import { defineModel, type Extension } from "@cmgen/model";
export interface Address ${address.replace("Self", "Address")}
export interface Point ${point.replace("Self", "Point")}
export interface Tree { point: Point; trees?: Tree[] }
export interface Page<T> { items: T[] }
export interface ${kind}${version}Spec { ${properties.map((type, index) => `p${index}: ${type};`).join(" ")} }
export type Model = Extension<${kind}${version}Spec>;
export default defineModel<Model>({ group: "${group}", version: "${version}", kind: "${kind}", plural: "${kind.toLowerCase()}s", singular: "${kind.toLowerCase()}" });
`;
  const module = `import { endpoints } from "@cmgen/runtime";
export const apiVersion = "${endpoints}${group}/${version}";
export default endpoints((api) => { api.get("/things-${at}", (context) => ({ body: {} })); });
`;
  return [
    [`src/models/model-${at}.ts`, text],
    ...(endpoints === undefined ? [] : [[`src/endpoints/endpoints-${at}.ts`, module] as [string, string]]),
  ];
}

interface Generated {
  readonly hasErrors: boolean;
  /** Everything that others may refer to by a name, with what it is. */
  readonly exported: ReadonlyMap<string, unknown>;
}

async function generated(models: readonly (readonly [ModelFile, number])[]): Promise<Generated> {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-names-"));
  const root = join(folder, "plugin");
  try {
    const manifests = Object.entries(packages).flatMap(([path, name]) => [
      [`${path}/package.json`, JSON.stringify({ name, version: "1.0.0", types: "index.d.ts" })] as const,
      [`${path}/index.d.ts`, packageText] as const,
    ]);
    writeTree(
      root,
      new Map([
        ["package.json", JSON.stringify({ name: "plugin", type: "module" })],
        ["tsconfig.json", JSON.stringify({ compilerOptions: { module: "nodenext", strict: true } })],
        ...manifests,
        ...models.flatMap(([one, at]) => filesOf(one, at)),
      ]),
    );
    mkdirSync(join(root, "node_modules/@cmgen"), { recursive: true });
    for (const name of ["model", "runtime"])
      symlinkSync(join(repositoryRoot, "packages", name), join(root, "node_modules/@cmgen", name), "junction");
    symlinkSync(join(folder, "shared"), join(root, "node_modules/shared"), "junction");
    const { project, diagnostics } = readProject(root, defaultConfig);
    const errors = [...diagnostics, ...check(project, defaultConfig)].filter(({ severity }) => severity === "error");
    if (errors.length > 0) return { hasErrors: true, exported: new Map() };
    const { schemas } = openapiDocument(project).components;
    const inCode = [...derivedNames(project, { react: true })].flatMap(([place, names]) =>
      names.map(({ name, what }) => [`${place}: ${name}`, what] as const),
    );
    return { hasErrors: false, exported: new Map<string, unknown>([...Object.entries(schemas), ...inCode]) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A kind that has come in a second version has each version's name in the document. */
function isOfSeveralVersions(models: readonly (readonly [ModelFile, number])[]): boolean {
  const kinds = new Set(models.map(([{ kind }]) => kind));
  return kinds.size < models.length;
}

test("a model that is added or removed renames nothing, or is refused", { timeout: 300_000 }, async () => {
  const outcomes = { kept: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(model, { minLength: 2, maxLength: 4 }), fc.nat(3), async (models, which) => {
      const all = models.map((one, at) => [one, at] as const);
      fc.pre(!isOfSeveralVersions(all));
      const together = await generated(all);
      if (together.hasErrors) return void (outcomes.refused += 1);
      outcomes.kept += 1;
      const fewer = await generated(all.filter((_, at) => at !== which % all.length));
      expect(fewer.hasErrors).toBe(false);
      for (const [name, what] of fewer.exported) expect([name, together.exported.get(name)]).toEqual([name, what]);
    }),
    { numRuns: randomCases(60) },
  );
  // Neither is so rare that nothing was shown.
  expect(outcomes.kept).toBeGreaterThan(isNight ? 10 : 0);
  expect(outcomes.refused).toBeGreaterThan(isNight ? 5 : 0);
});
