import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { defaultConfig } from "../config/resolved-config.js";
import type { Property } from "../model/type.js";
import { moduleOf } from "../read/plugin.test.fixture.js";
import { readProject } from "../read/read-project.js";
import { check } from "./check.js";
import { withoutPackageMisfits } from "./without-package-misfits.js";

/** Types of a package: every tag of `Parcel` is wrong for somebody, those of `Address` are right. */
const parcel = `
/** @min 1 @maxLenght 5 @TJS-type integer @example 5 */
export type Code = string;
export interface Item {
  /** @immutable */
  sku: string;
}
export interface Parcel {
  /** @maxLength 5 @minimum 1 @default 7 @example 7 @readonly */
  code: Code;
  /** @minLength 9 @maxLength 3 */
  note?: string;
  /** @maxLength many */
  label?: string;
  /** @listKey nothing */
  items?: Item[];
  /** @format emial @example { */
  email?: string;
}
export interface Address {
  /** @maxLength 5 @default "Rome" @immutable @example "Oslo" */
  city: string;
}
`;

const modelPackage = join(import.meta.dirname, "../../../model");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-packages-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Reads and checks a plugin in `folder/plugin` that uses the package's types. */
function run(spec: string) {
  write("plugin/package.json", '{ "name": "plugin" }');
  mkdirSync(join(folder, "plugin/node_modules/@cmgen"), { recursive: true });
  symlinkSync(modelPackage, join(folder, "plugin/node_modules/@cmgen/model"), "dir");
  write("plugin/src/models/thing.ts", moduleOf(spec, 'import type { Address, Item, Parcel } from "parcels";'));
  const { project, diagnostics } = readProject(join(folder, "plugin"), defaultConfig);
  const pruned = withoutPackageMisfits(project, defaultConfig);
  const found = [...diagnostics, ...check(pruned, defaultConfig)];
  return { project, pruned, codes: found.map(({ code, span }) => `${code} ${span?.file}`) };
}

function writePackage(at: string): void {
  write(`${at}/package.json`, '{ "name": "parcels", "types": "index.d.ts" }');
  write(`${at}/index.d.ts`, parcel);
}

const layouts = {
  "installed in the plugin": () => writePackage("plugin/node_modules/parcels"),
  "installed above the plugin": () => writePackage("node_modules/parcels"),
  "linked from a workspace": () => {
    writePackage("packages/parcels");
    mkdirSync(join(folder, "plugin/node_modules"), { recursive: true });
    symlinkSync(join(folder, "packages/parcels"), join(folder, "plugin/node_modules/parcels"), "dir");
  },
};

describe.each(Object.entries(layouts))("a package %s", (_, lay) => {
  test("stops no run and is not printed, whatever its tags are", () => {
    lay();
    const { pruned, codes } = run("{ parcel: Parcel; address: Address }");
    expect(codes).toEqual([]);
    const properties = propertiesOf(pruned, "ParcelsParcel");
    expect(properties["code"]).toMatchObject({
      documentation: { description: "" },
      type: { constraints: { maxLength: 5 } },
    });
    expect(properties["code"]).not.toHaveProperty("default");
    expect(properties["code"]?.type.constraints).not.toHaveProperty("minimum");
    expect(Object.keys(properties["note"]?.type.constraints ?? {})).toHaveLength(1);
    expect(properties["items"]).not.toHaveProperty("listKey");
    expect(propertiesOf(pruned, "ParcelsItem")["sku"]).not.toHaveProperty("immutable");
  });

  test("has its tags applied where they are valid", () => {
    lay();
    const { project, pruned, codes } = run("{ address: Address }");
    expect(codes).toEqual([]);
    expect(pruned).toBe(project);
    expect(propertiesOf(pruned, "ParcelsAddress")["city"]).toMatchObject({
      default: "Rome",
      immutable: true,
      documentation: { examples: ["Oslo"] },
      type: { constraints: { maxLength: 5 } },
    });
  });

  test("leaves the plugin's own tags to be checked", () => {
    lay();
    const { codes } = run("{ /** @default 5 @min 1 */ parcel: Parcel; /** @maximum 5 */ x: string }");
    expect(codes).toEqual(["CM4012", "CM4008", "CM4006"].map((code) => `${code} src/models/thing.ts`));
  });
});

test("a relative import of a folder in the plugin is the plugin's own", () => {
  write("plugin/src/parcels.ts", parcel);
  write("plugin/tsconfig.json", '{ "compilerOptions": { "paths": { "parcels": ["./src/parcels.ts"] } } }');
  expect(run("{ parcel: Parcel }").codes.length).toBeGreaterThan(6);
});

function propertiesOf({ types }: ReturnType<typeof run>["project"], name: string): Readonly<Record<string, Property>> {
  const type = types.find((named) => named.name === name)?.type;
  return Object.fromEntries(
    type?.shape === "object" ? type.properties.map((property) => [property.name, property]) : [],
  );
}
