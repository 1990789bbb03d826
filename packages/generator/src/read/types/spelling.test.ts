import type { ts } from "ts-morph";
import { expect, test } from "vitest";

import { compiler } from "../compiler.js";
import { InputFiles } from "../input-files.js";
import { openProgram } from "../program/open-program.js";
import { Symbols } from "../program/symbols.js";
import { Spelling } from "./spelling.js";

const path = "/plugin/box.ts";
const text = `
  interface Page<T> { items: T[]; next?: Page<T> }
  type Maybe<T> = T | null;
  interface Box<T, U extends keyof T, L extends unknown[]> {
    own: T; list: T[]; tuple: [T, U?]; page: Page<T>; maybe: Maybe<T>; deep: Page<Maybe<T[]>>;
    object: { inner: T }; both: T & { more: U }; keys: keyof T; taken: Page<T>["items"]; at: T[U];
    mapped: Partial<T>; picked: Pick<T, U>; text: \`a-\${U & string}\`;
    decided: T extends string ? Page<T> : U; spread: [...L, U];
  }
  export declare const box: Box<{ a: string; b: 1 | 2 }, "b", [1]>;`;

/** The properties of `box`, by name: as they are written in the generic interface, and as the checker has them. */
function propertiesOfBox(): ReadonlyMap<string, { readonly written: Spelling; readonly type: ts.Type }> {
  const inputs = new InputFiles(new Map([[path, text]]));
  const options = { noLib: false, strict: true, types: [], target: compiler.ScriptTarget.ES2022 };
  const program = openProgram({ root: "/plugin", files: [path], options, inputs });
  const checker = program.getTypeChecker();
  const [last] = program.getSourceFile(path)!.statements.toReversed();
  const { type: reference } = (last as ts.VariableStatement).declarationList.declarations[0]!;
  const spelling = new Spelling({ checker, symbols: new Symbols(program) }, reference!);
  const properties = checker.getPropertiesOfType(spelling.type()!).map((property) => {
    const { type: node } = property.valueDeclaration as ts.PropertySignature;
    return [property.name, { written: spelling.leadingTo(node!), type: checker.getTypeOfSymbol(property) }] as const;
  });
  return new Map(properties);
}

const properties = propertiesOfBox();
/** Conditions on what is given, and lists of it, are not decided ahead of the checker. */
const open: ReadonlySet<string> = new Set(["decided", "spread"]);

test.each([...properties.keys()])("what is written in a generic type is the checker's own type: %s", (name) => {
  const { written, type } = properties.get(name)!;
  expect(written.type()).toBe(open.has(name) ? undefined : type);
  expect(written.denotes(type)).toBe(!open.has(name));
});
