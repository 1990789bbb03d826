import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { repositoryRoot } from "../../boundaries/repository.js";
import { writeTree } from "../../golden/harness/file-tree.js";
import { packages, type PublishedType, publishedTypes } from "./published-types.js";

const cmgen = join(repositoryRoot, "packages", "cli", "bin", "cmgen.js");
const tsc = join(repositoryRoot, "node_modules", "typescript", "bin", "tsc");

/** How many values are made of each schema. The packages have to be installed first, which `npm test` does not do. */
const count = Number(process.env["CMGEN_PUBLISHED_VALUES"] ?? 0);
if (count === 0)
  process.stderr.write("\nSKIPPED: types of published packages: `npm run soak -- published` tries them\n\n");

/** What json-schema-faker has of its own types that is used here. */
interface Faker {
  generate(schema: object, options: object): Promise<unknown>;
}

describe.skipIf(count === 0)("a type of a published package", () => {
  let root: string;
  let faker: Faker;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "cmgen-published-"));
    writeTree(root, new Map([["package.json", JSON.stringify({ private: true, dependencies: packages })]]));
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: root, stdio: "ignore" });
    symlinkSync(join(repositoryRoot, "packages"), join(root, "node_modules", "@cmgen"), "junction");
    // A module beside the installed packages finds them.
    writeTree(root, new Map([["faker.mjs", `export { generate } from "json-schema-faker";`]]));
    faker = (await import(pathToFileURL(join(root, "faker.mjs")).href)) as Faker;
  }, 300_000);

  afterAll(() => rmSync(root, { recursive: true }));

  it.each(Object.entries(publishedTypes))("%s", { timeout: 120_000 }, async (name, published) => {
    const plugin = join(root, "plugins", name);
    writeTree(plugin, new Map(filesOf(published)));
    const { status, stdout, stderr } = spawnSync(process.execPath, [cmgen, "generate"], {
      cwd: plugin,
      encoding: "utf8",
    });
    if (published.refused !== undefined) {
      expect(stdout + stderr).toContain(`error ${published.refused}:`);
      expect(status).toBe(2);
      return;
    }
    expect(status, stdout + stderr).toBe(0);
    const values = await valuesOf(faker, join(plugin, "openapi.json"));
    expect(values.length, "values that the schema accepts").toBeGreaterThan(0);
    if (published.hasEnums !== true) expect(refusedByCompiler(plugin, values)).toEqual([]);
  });
});

function filesOf({ declare = "", type, isOpen = false }: PublishedType): [string, string][] {
  const compilerOptions = {
    target: "ES2023",
    lib: ["ES2023", "DOM"],
    module: "NodeNext",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["har-format", "spotify-api"],
  };
  const model = `import { defineModel, type Extension } from "@cmgen/model";
${declare}

export interface ThingSpec {
  ${isOpen ? "/** @additionalProperties */" : ""}
  value: ${type};
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({ group: "things.example.com", version: "v1", kind: "Thing", plural: "things", singular: "thing" });
`;
  return [
    ["package.json", JSON.stringify({ name: "things", version: "1.0.0", private: true, type: "module" })],
    ["tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] })],
    ["src/models/thing.ts", model],
  ];
}

/** Values that are made of the generated schema, and that it accepts. */
async function valuesOf(faker: Faker, openapi: string): Promise<readonly unknown[]> {
  const { components } = JSON.parse(readFileSync(openapi, "utf8")) as {
    components: { schemas: Record<string, object> };
  };
  const schema = { ...components.schemas["ThingSpec"], components: { schemas: components.schemas } };
  const ajv = new Ajv2020({ strict: false, logger: false });
  formats.default(ajv);
  const isValid = ajv.compile(schema);
  const made = Array.from({ length: count }, (_, at) =>
    faker.generate(schema, {
      seed: `value ${at}`,
      refDepthMax: 2 + (at % 8),
      maxItems: 2,
      optionalsProbability: [0, 0.05, 0.15, 0.3][at % 4],
      failOnInvalidTypes: false,
    }),
  );
  return (await Promise.all(made)).filter((value) => isValid(value));
}

/** What TypeScript says of values, a line each. */
function refusedByCompiler(plugin: string, values: readonly unknown[]): readonly string[] {
  const lines = values.map((value, at) => `export const v${at}: ThingSpec = ${JSON.stringify(value)};`);
  const proof = [`import type { ThingSpec } from "./models/thing.js";`, ...lines, ""].join("\n");
  writeTree(plugin, new Map([["src/proof.ts", proof]]));
  const { stdout } = spawnSync(process.execPath, [tsc, "--pretty", "false", "-p", plugin], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.startsWith("src/proof.ts") || line.includes("/src/proof.ts"));
}
