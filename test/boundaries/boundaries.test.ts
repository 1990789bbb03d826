import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as modules from "./module-rules.js";
import * as packages from "./package-rules.js";
import { repositoryRoot } from "./repository.js";
import { readSourceFiles, sourceFile, type Rule, type SourceFile } from "./source-file.js";

interface PackageManifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Declared as well: the user has them, or does not load what imports them. */
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const files = readSourceFiles();

const rules: Readonly<Record<string, Rule>> = {
  "imports of the workspace's packages": packages.workspaceImports,
  "packages with one room": packages.confinedImports,
  "browser-safe packages": packages.browserSafe,
  "rooms of Node's modules": packages.builtinRooms,
  "the node: protocol": packages.nodeProtocol,
  "relative imports": packages.relativeImports,
  "declared dependencies": packages.declaredDependencies(dependenciesOf),
  "import cycles": modules.noCycles,
  "stages in one direction": modules.stages,
  floors: modules.downwards,
  "circles of folders": modules.noFolderCycles,
  "export *": modules.noExportStar,
  "default exports": modules.noDefaultExports,
  "file names": modules.fileNames,
  "one index a package": modules.oneIndex,
};

describe("the packages keep", () => {
  it.each(Object.entries(rules))("%s", (_name, rule) => {
    expect(rule(files)).toEqual([]);
  });

  it("is about the files that are there", () => {
    expect(new Set(files.map((file) => file.package))).toEqual(
      new Set(["model", "generator", "store", "runtime", "client", "cli", "mcp", "console"]),
    );
  });
});

describe("the table of engines in the store's README", () => {
  const readme = readFileSync(join(repositoryRoot, "packages/store/README.md"), "utf8");

  it.each(["sqlite", "postgres"])("names every file of %s, and no other", (engine) => {
    const named = enginePatterns(readme, engine);
    const there = files
      .filter((file) => !file.isTest && file.inPackage.startsWith(`${engine}/`))
      .map(({ inPackage }) => inPackage.slice(engine.length + 1, -".ts".length));
    expect(there.filter((name) => !named.some((pattern) => pattern.test(name)))).toEqual([]);
    expect(named.filter((pattern) => !there.some((name) => pattern.test(name)))).toEqual([]);
  });
});

/** The names in an engine's column, in which a star stands for any ending. */
function enginePatterns(readme: string, engine: string): readonly RegExp[] {
  const [, table = ""] = readme.split("| Concept ");
  const cells = table.split("\n").map((row) => row.split("|").at(engine === "sqlite" ? 3 : 4) ?? "");
  const names = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
  return names.map((name) => new RegExp(`^${name.replace("*", ".*")}$`));
}

/** One made-up breach of every rule: a rule that cannot fail holds nothing. */
const breaches: readonly (readonly [rule: string, path: string, text: string])[] = [
  ["imports of the workspace's packages", "packages/model/src/a.ts", 'import { b } from "@cmgen/client";'],
  ["imports of the workspace's packages", "packages/client/src/a.ts", 'export { b } from "@cmgen/runtime";'],
  ["imports of the workspace's packages", "packages/runtime/src/a.ts", 'const b = await import("@cmgen/generator");'],
  ["imports of the workspace's packages", "packages/generator/src/a.ts", 'const b = require("@cmgen/store");'],
  ["imports of the workspace's packages", "packages/generator/src/a.ts", 'type B = import("cmgen").B;'],
  ["packages with one room", "packages/generator/src/emit/a.ts", 'import type { Node } from "ts-morph";'],
  ["packages with one room", "packages/generator/src/emit/a.ts", 'require("handlebars");'],
  ["packages with one room", "packages/runtime/src/http/a.ts", 'import express from "express";'],
  ["packages with one room", "packages/runtime/src/resource/a.ts", 'import pg from "pg";'],
  ["packages with one room", "packages/runtime/src/resource/a.ts", 'require.resolve("better-sqlite3");'],
  ["packages with one room", "packages/generator/src/emit/a.ts", 'const b = require("@cmgen/runtime/codegen");'],
  ["packages with one room", "packages/cli/src/init/a.ts", 'import { runServer } from "@cmgen/runtime";'],
  ["packages with one room", "packages/client/src/a.ts", 'import type { QueryClient } from "@tanstack/query-core";'],
  ["packages with one room", "packages/console/src/list/a.tsx", 'import { EditorView } from "@codemirror/view";'],
  ["packages with one room", "packages/runtime/src/http/a.ts", 'import { pageFolder } from "@cmgen/console";'],
  ["packages with one room", "packages/client/src/query/a.ts", 'import { useState } from "react";'],
  ["browser-safe packages", "packages/client/src/a.ts", 'import { join } from "node:path";'],
  ["browser-safe packages", "packages/console/src/list/a.tsx", 'import { join } from "node:path";'],
  ["browser-safe packages", "packages/model/src/a.ts", 'import { createHash } from "crypto";'],
  [
    "rooms of Node's modules",
    "packages/runtime/src/resource/a.ts",
    'import type { IncomingMessage } from "node:http";',
  ],
  ["rooms of Node's modules", "packages/runtime/src/server/a.ts", 'import { spawn } from "node:child_process";'],
  ["the node: protocol", "packages/runtime/src/a.ts", 'import { join } from "path";'],
  ["relative imports", "packages/runtime/src/a.ts", 'import { b } from "./b";'],
  ["relative imports", "packages/runtime/src/a.ts", 'import { b } from "../../model/src/b.js";'],
  ["declared dependencies", "packages/runtime/src/a.ts", 'import leftPad from "left-pad";'],
  ["declared dependencies", "packages/runtime/src/a.ts", 'import Database from "better-sqlite3";'],
  ["import cycles", "packages/runtime/src/a.ts", 'import { a, type A } from "./a.js";'],
  ["stages in one direction", "packages/generator/src/emit/a.ts", 'import { read } from "../read/b.js";'],
  ["floors", "packages/runtime/src/resource/a.ts", 'import type { A } from "../server/a.js";'],
  ["floors", "packages/store/src/sqlite/a.ts", 'import { a } from "../postgres/a.js";'],
  ["floors", "packages/store/src/a.ts", 'import { a } from "./sql/a.js";'],
  ["floors", "packages/runtime/src/attic/a.ts", ""],
  ["floors", "packages/client/src/query/a.ts", 'import { a } from "../react/a.js";'],
  ["floors", "packages/console/src/api/a.ts", 'import { A } from "../list/a.js";'],
  ["floors", "packages/generator/src/read/a.ts", 'import type { A } from "../emit/a.js";'],
  ["export *", "packages/model/src/a.ts", 'export * from "./b.js";'],
  ["default exports", "packages/model/src/a.ts", "export default 1;"],
  ["default exports", "packages/model/src/a.ts", "const a = 1;\nexport { a as default };"],
  ["file names", "packages/runtime/src/string-utils.ts", ""],
  ["file names", "packages/runtime/src/common/a.ts", ""],
  ["file names", "packages/runtime/src/ListPlan.ts", ""],
  ["file names", "packages/runtime/src/list/list-service.ts", ""],
  ["one index a package", "packages/runtime/src/store/index.ts", ""],
];

describe("each rule fails on its breach", () => {
  it.each(breaches)("%s: %s %s", (rule, path, text) => {
    expect(rules[rule]?.([sourceFile(path, text)])).toHaveLength(1);
  });

  it("has a breach for every rule", () => {
    // Circles of folders take two files; see below.
    const named = [...breaches.map(([rule]) => rule), "circles of folders"];
    expect(new Set(named)).toEqual(new Set(Object.keys(rules)));
  });

  it("sees a cycle over several modules once", () => {
    const cycle = ["b", "c", "a"].map((to, at) =>
      sourceFile(`packages/model/src/${"abc"[at]}.ts`, `import "./${to}.js";`),
    );
    expect(modules.noCycles(cycle)).toHaveLength(1);
  });

  it("sees folders that import each other, for types too", () => {
    const circle = [
      sourceFile("packages/model/src/one/a.ts", 'import type { B } from "../two/b.js";'),
      sourceFile("packages/model/src/two/c.ts", 'import { d } from "../one/d.js";'),
    ];
    expect(modules.noFolderCycles(circle)).toHaveLength(2);
  });

  it("lets types look back", () => {
    const self = (text: string) => sourceFile("packages/model/src/a.ts", text);
    const erased = [
      'import type { A } from "./a.js";',
      'import { type A } from "./a.js";',
      'export type { A } from "./a.js";',
    ];
    expect(modules.noCycles(erased.map(self))).toEqual([]);
    expect(modules.noCycles([self([...erased, 'const a = await import("./a.js");'].join("\n"))])).toEqual([]);
  });

  it("counts the modules that import Handlebars", () => {
    const two = ["a", "b"].map((name) =>
      sourceFile(`packages/generator/src/render/${name}.ts`, 'import "handlebars";'),
    );
    expect(packages.confinedImports(two)).toHaveLength(2);
  });
});

/** Packages that are published with what they import in them: their users install none of it. */
const bundled: ReadonlySet<string> = new Set(["console"]);

/** What a module may import from the registry: its package's dependencies, and for a test what the repository develops with. */
function dependenciesOf(file: SourceFile): readonly string[] {
  const own = manifest(`packages/${file.package}/package.json`);
  const root = manifest("package.json");
  const names = [own.name, ...Object.keys({ ...own.dependencies, ...own.peerDependencies })];
  const development = [...Object.keys(own.devDependencies ?? {}), ...Object.keys(root.devDependencies ?? {})];
  return file.isTest || bundled.has(file.package)
    ? [...names, ...development]
    : [...names, ...development.filter((name) => name.startsWith("@types/"))];
}

function manifest(path: string): PackageManifest {
  return JSON.parse(readFileSync(join(repositoryRoot, path), "utf8")) as PackageManifest;
}
