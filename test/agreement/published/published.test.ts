import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { repositoryRoot } from "../../boundaries/repository.js";
import { writeTree } from "../../golden/harness/file-tree.js";
import { alone } from "../cases/alone.js";
import { families } from "../cases/families.js";
import { placeCases } from "../harness/agreement-case.js";
import { filesOf, modulePath } from "../harness/agreement-plugin.js";
import { emittedModels } from "../harness/emitted-models.js";
import { ownCases } from "../harness/own-names.js";
import { constraintsOf, missingIn } from "./lost-constraints.js";
import { clientFiles, placed, projectFiles, publishedModule } from "./published-plugin.js";
import { packages, publishedTypes } from "./published-types.js";

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

type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Known failures: the checker orders members of computed unions by what it met first. What is generated means the same. */
const orderOfMembers = ["published/chart", "published/chart-config"];

/** A line of the report that is printed at the end. */
interface Row {
  readonly name: string;
  /** Codes of the diagnostics of a type that is refused. */
  readonly refused?: readonly string[];
  /** Kilobytes of `openapi.json`, of the types and of the validator. */
  readonly sizes?: readonly number[];
  /** Values that the schema accepts, of those that were made. */
  readonly values?: string;
  /** Tags in the source, and those among them that are in neither the schema nor a diagnostic. */
  readonly constraints?: number;
  readonly lost?: number;
}

describe.skipIf(count === 0)("a type of a published package", () => {
  let root: string;
  let faker: Faker;
  const rows: Row[] = [];

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "cmgen-published-"));
    writeTree(root, new Map([["package.json", JSON.stringify({ private: true, dependencies: packages })]]));
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: root, stdio: "ignore" });
    symlinkSync(join(repositoryRoot, "packages"), join(root, "node_modules", "@cmgen"), "junction");
    // A module beside the installed packages finds them.
    writeTree(root, new Map([["faker.mjs", `export { generate } from "json-schema-faker";`]]));
    faker = (await import(pathToFileURL(join(root, "faker.mjs")).href)) as Faker;
  }, 300_000);

  afterAll(() => {
    process.stderr.write(report(rows));
    rmSync(root, { recursive: true });
  });

  it.each(Object.entries(publishedTypes))("%s", { timeout: 120_000 }, async (name, published) => {
    const plugin = join(root, "plugins", name);
    const model: [string, string] = ["src/models/thing.ts", publishedModule(published, { kind: "Thing" })];
    writeTree(plugin, new Map([...projectFiles, model, ...(await clientFiles(published, "src"))]));
    const { status, stdout, stderr } = spawnSync(process.execPath, [cmgen, "generate"], {
      cwd: plugin,
      encoding: "utf8",
    });
    const said = stdout + stderr;
    if (published.refused !== undefined) {
      const codes = [...new Set(Array.from(said.matchAll(/ error (CM\d+):/g), ([, code = ""]) => code))];
      rows.push({ name, refused: codes });
      expect(said).toContain(`error ${published.refused}:`);
      expect(status).toBe(2);
      return;
    }
    expect(status, said).toBe(0);
    const { schemas } = (
      JSON.parse(readFileSync(join(plugin, "openapi.json"), "utf8")) as { components: { schemas: Schemas } }
    ).components;
    const values = await valuesOf(faker, schemas);
    const constraints = constraintsOf(join(plugin, "tsconfig.json"), join(plugin, model[0]), "ThingSpec");
    const lost = missingIn(schemas, constraints).filter(({ keyword }) => !said.includes(`@${keyword}`));
    rows.push({
      name,
      sizes: ["openapi.json", "src/generated/v1/thing/types.ts", "src/generated/v1/thing/validator.ts"].map((path) =>
        existsSync(join(plugin, path)) ? Math.ceil(statSync(join(plugin, path)).size / 1024) : 0,
      ),
      values: `${values.length}/${count}`,
      constraints: constraints.length,
      lost: lost.length,
    });
    expect(lost, "constraints in neither the schema nor a diagnostic").toEqual([]);
    expect(values.length, "values that the schema accepts").toBeGreaterThan(0);
    if (published.hasEnums !== true) expect(refusedByCompiler(plugin, values)).toEqual([]);
  });

  it("is generated alone as beside all others and 320 more models", { timeout: 600_000 }, async () => {
    const plugin = join(root, "plugins", "together");
    const names = Object.keys(publishedTypes).filter((name) => publishedTypes[name]?.refused === undefined);
    const cases = names.map((name, at) => placed(name, publishedTypes[name]!, at));
    const others = ownCases(placeCases({ alone, ...families })).slice(0, 320);
    const clients = await Promise.all(
      cases.map(({ folder }, at) => clientFiles(publishedTypes[names[at]!]!, folder.replace(/\/models$/, ""))),
    );
    // Each in a version of its own: within one, types that models share are declared beside them.
    const modules = cases.map(({ kind, ...one }, at): [string, string] => [
      modulePath({ kind, ...one }),
      publishedModule(publishedTypes[names[at]!]!, { kind, version: `v${at + 2}` }),
    ]);
    writeTree(plugin, new Map([...projectFiles, ...modules, ...clients.flat(), ...others.flatMap(filesOf)]));
    const together = await emittedModels(plugin, [...cases, ...others]);
    const different: string[] = [];
    for (const one of cases) {
      const text = (await emittedModels(plugin, [one])).get(one.kind)?.split("\n") ?? [];
      const beside = together.get(one.kind)?.split("\n") ?? [];
      const line = [...text, ""].findIndex((part, at) => part !== beside[at]);
      const isKnown = orderOfMembers.includes(one.id);
      if ((text.join() !== beside.join()) !== isKnown) different.push(`${one.id}: ${text[line]} | ${beside[line]}`);
    }
    expect(different).toEqual([]);
  });
});

/** Values that are made of the generated schema, and that it accepts. */
async function valuesOf(faker: Faker, schemas: Schemas): Promise<readonly unknown[]> {
  const schema = { ...schemas["ThingSpec"], components: { schemas } };
  const ajv = new Ajv2020({ strict: false, logger: false });
  formats.default(ajv);
  const isValid = ajv.compile(schema);
  const made = Array.from({ length: count }, (_, at) =>
    faker.generate(schema, {
      seed: `value ${at}`,
      // Below the depth, references are replaced by any values at all, which the schema hardly ever accepts: the deepest come first.
      refDepthMax: 9 - (at % 5),
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

function report(rows: readonly Row[]): string {
  const lines = rows.map(({ name, refused, sizes = [], values, constraints, lost }) =>
    refused === undefined
      ? `${name.padEnd(20)} openapi, types, validator: ${sizes.join(", ")} kB; values ${values}; constraints ${constraints}, lost ${lost}`
      : `${name.padEnd(20)} refused: ${refused.join(", ")}`,
  );
  const codes = new Map<string, number>();
  for (const code of rows.flatMap(({ refused = [] }) => refused)) codes.set(code, (codes.get(code) ?? 0) + 1);
  const refusals = [...codes].toSorted().map(([code, times]) => `${code} ${times}`);
  const sum = (key: "constraints" | "lost"): number => rows.reduce((all, row) => all + (row[key] ?? 0), 0);
  const generated = rows.filter(({ refused }) => refused === undefined).length;
  const summary = `${rows.length} types: ${generated} generated, ${rows.length - generated} refused (${refusals.join(", ")}); ${sum("constraints")} constraints, ${sum("lost")} lost`;
  return `\n${[...lines, summary].join("\n")}\n\n`;
}
