import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { errorStatuses } from "@cmgen/model";
import { repositoryRoot } from "../boundaries/repository.js";
import { snippetsOf } from "./snippets.js";

/** Exports that only generated code and wrappers of the client need; the page is for those who call a service. */
const internal: ReadonlySet<string> = new Set([
  "createResourceClient",
  "IndexShape",
  "IndexShapes",
  "InputLike",
  "lazyBatch",
  "Named",
  "ObjectMeta",
  "ObjectMetaInput",
  "RawSelector",
  "ResourceType",
  "StoredLike",
  "StoredObjectMeta",
]);

/** Types of the model that the client's methods return. */
const returned = ["ChangeEvent", "ListMeta", "ResourceList"];

const exported = { client: exportsOf("client"), model: exportsOf("model") };
const markdown = readFileSync(join(repositoryRoot, "docs", "client.md"), "utf8");
const mentioned = namesIn(markdown);

/** Members that no object has: they are there for the compiler. */
function isOfTypesAlone(name: string): boolean {
  return /\.(~|__)/.test(name);
}

describe("the page of the client", () => {
  it("mentions every method and option", () => {
    expect(
      publicNames().filter((name) => !isOfTypesAlone(name) && !mentioned.has(name.split(".").at(-1) ?? "")),
    ).toEqual([]);
  });

  it("mentions every code of an error", () => {
    expect(Object.keys(errorStatuses).filter((code) => !mentioned.has(code))).toEqual([]);
  });

  it("reads names from code, not from prose", () => {
    expect([...namesIn("delete `list`, `status.get` and `{ a }`\n```ts\npeople.patch({ size: 1 });\n```\n")]).toEqual(
      expect.arrayContaining(["list", "status", "get", "patch", "size"]),
    );
    expect(namesIn("delete it, `{ a }`").size).toBe(0);
  });

  it("is about the client that there is", () => {
    expect(publicNames()).toEqual(
      expect.arrayContaining([
        "ResourceClient.watch",
        "StatusOfObjects.update",
        "ClientOptions.retry",
        "ListOptions.sort",
        "createTransport",
      ]),
    );
    expect([...internal].filter((name) => !exported.client.has(name))).toEqual([]);
  });
});

/** What the page names as code: in blocks of TypeScript what is called or given, in a line what stands alone between backticks. */
function namesIn(page: string): ReadonlySet<string> {
  const blocks = snippetsOf("page", page).filter(({ language }) => language === "ts");
  const used = blocks.flatMap(({ text }) => [...text.matchAll(/\.(\w+)\b|\b(\w+):/g)]);
  const spans = page.replaceAll(/^```.*?^```/gms, "").matchAll(/`([A-Za-z][\w.]*)`/g);
  return new Set([
    ...used.flatMap(([, called, given]) => [called, given].filter((name) => name !== undefined)),
    ...[...spans].flatMap(([, span = ""]) => span.split(".")),
  ]);
}

/** What callers of a service use: functions and classes by their names, and members of types as `<type>.<member>`. */
function publicNames(): readonly string[] {
  const client = [...exported.client].filter(([name]) => !internal.has(name));
  const model = [...exported.model].filter(([name]) => returned.includes(name));
  return [...client, ...model]
    .flatMap(([name, { isValue, members }]) => [
      ...(isValue ? [name] : []),
      ...members.map((member) => `${name}.${member}`),
    ])
    .toSorted();
}

interface Export {
  /** Whether it is there when the program runs. */
  readonly isValue: boolean;
  readonly members: readonly string[];
}

/** A package's exports, each with the members of its type, read from the compiled declarations. */
function exportsOf(packageName: "client" | "model"): ReadonlyMap<string, Export> {
  const entry = join(repositoryRoot, "packages", packageName, "dist", "index.d.ts");
  const program = ts.createProgram([entry], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${entry} has no exports: is it built?`);
  return new Map(
    checker.getExportsOfModule(module).map((symbol): [string, Export] => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const isValue = (target.flags & ts.SymbolFlags.Value) !== 0;
      return [symbol.name, { isValue, members: membersOf(target, checker) }];
    }),
  );
}

/** Members that the packages declare: not those of `Error`, of strings or of functions. */
function membersOf(symbol: ts.Symbol, checker: ts.TypeChecker): readonly string[] {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const types = type.isUnion() ? type.types : [type];
  const properties = types.flatMap((each) => checker.getPropertiesOfType(each));
  const own = properties.filter((property) =>
    property.declarations?.some((declaration) => declaration.getSourceFile().fileName.includes("/packages/")),
  );
  return [...new Set(own.map(({ name }) => name))];
}
