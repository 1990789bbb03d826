import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { writeTree } from "../../golden/harness/file-tree.js";
import type { PlacedCase } from "./agreement-case.js";

const repository = join(import.meta.dirname, "../../..");

/** What the plugin has installed, beside what its cases bring along. */
const packages = ["@cmgen/model", "@sinclair/typebox", "openapi-types", "type-fest", "undici-types", "zod"];

export const groupName = "agreement.example.com";

const tsconfig = {
  compilerOptions: {
    target: "ES2023",
    lib: ["ES2023"],
    module: "NodeNext",
    moduleResolution: "NodeNext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    noEmit: true,
    paths: { "@shared/*": ["./src/shared/*"] },
  },
  include: ["src", "types"],
};

/** Writes a plugin with one model for each case to a temporary folder, and returns the folder. */
export function writePlugin(cases: readonly PlacedCase[]): { readonly root: string; readonly dispose: () => void } {
  const root = mkdtempSync(join(tmpdir(), "cmgen-agreement-"));
  for (const name of packages) link(root, name);
  for (const name of readdirSync(join(repository, "node_modules/@types"))) link(root, `@types/${name}`);
  writeTree(root, new Map([...projectFiles(), ...cases.flatMap(filesOf)]));
  return { root, dispose: () => rmSync(root, { recursive: true, force: true }) };
}

/** Path of a case's module, relative to the plugin. */
export function modulePath({ folder }: PlacedCase): string {
  return `${folder}/model.ts`;
}

/** Links an installed package into the plugin. */
function link(root: string, name: string): void {
  const target = ["test/node_modules", "node_modules"]
    .map((folder) => join(repository, folder, name))
    .find((folder) => existsSync(folder));
  if (target === undefined) throw new Error(`${name} is not installed.`);
  const path = join(root, "node_modules", name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}

function projectFiles(): readonly (readonly [string, string])[] {
  return [
    ["package.json", JSON.stringify({ name: "agreement", type: "module", private: true })],
    ["tsconfig.json", JSON.stringify(tsconfig)],
  ];
}

/** The files that a case brings to its plugin, by path. */
export function filesOf(one: PlacedCase): readonly (readonly [string, string])[] {
  const more = Object.entries(one.files ?? {}).map(
    ([path, text]) => [path.startsWith("./") ? `${one.folder}/${path.slice(2)}` : path, text] as const,
  );
  return [[modulePath(one), moduleOf(one)], ...more];
}

function moduleOf({ kind, declare = "", type, isSpec = false, judgedBy = type }: PlacedCase): string {
  const singular = kind.toLowerCase();
  const valueSpec = `export interface ${kind}Spec {\n  value: ${type};\n}\n\n`;
  return `import { defineModel, type Extension } from "@cmgen/model";
${declare.trim()}

${isSpec ? "" : valueSpec}export interface ${kind} extends Extension<${isSpec ? type : `${kind}Spec`}> {}

export type Judged = ${judgedBy};

export default defineModel<${kind}>({
  group: "${groupName}",
  version: "v1",
  kind: "${kind}",
  plural: "${singular}s",
  singular: "${singular}",
});
`;
}
