import { expect, test } from "vitest";

import {
  array,
  json,
  literal,
  modelRef,
  nothing,
  object,
  oneOf,
  record,
  ref,
  reference,
  scalar,
  string,
  template,
  tuple,
  union,
} from "../../model/type-builders.test.fixture.js";
import type { Type } from "../../model/type.js";
import { isInterface, typeText } from "./type-text.js";

const readonly = (type: Type): Type => ({ ...type, isReadonly: true }) as Type;

const context = {
  nameOf: (type: string) => type,
  modelNameOf: ({ name }: { name: string }) => name,
  hasReferences: true,
};

test.each<[Type, string]>([
  [string(), "string"],
  [scalar("integer"), "number"],
  [scalar("int64"), "string"],
  [scalar("timestamp"), "string"],
  [nothing, "null"],
  [literal('a"\n'), '"a\\"\\n"'],
  [oneOf("a", 1, true), '"a" | 1 | true'],
  [array(string()), "string[]"],
  [array(union(string(), nothing)), "(string | null)[]"],
  [array(oneOf("a", "b")), '("a" | "b")[]'],
  [array(array(ref("A"))), "A[][]"],
  [readonly(array(string())), "readonly string[]"],
  [readonly(array(readonly(array(string())))), "readonly (readonly string[])[]"],
  [array(readonly(tuple([string()]))), "(readonly [string])[]"],
  [readonly(tuple([readonly(array(string()))], 0)), "readonly [(readonly string[])?]"],
  [union(readonly(array(string())), nothing), "readonly string[] | null"],
  [tuple([string(), union(string(), nothing)], 1, scalar("boolean")), "[string, (string | null)?, ...boolean[]]"],
  [tuple([], 0), "[]"],
  [array(reference("Project")), "Ref<Project>[]"],
  [union(reference("Project", "cascade"), nothing), 'Ref<Project, { onDelete: "cascade" }> | null'],
  [reference("Project", "none"), "Ref<Project, { check: false }>"],
  [template("^a", "`a-${string}`"), "`a-${string}`"],
  [array(template("^a", "`a`", "`b`")), "(`a` | `b`)[]"],
  [record(string(), "^x-", "`x-${string}`", "number"), "{ [key: `x-${string}` | number]: string; }"],
  [record(scalar("number")), "{ [key: string]: number; }"],
  [object({}), "{ [key: string]: never }"],
  [object({ "a?": string() }), "{\n  a?: string;\n}"],
  [object({ a: string() }, json({})), "{\n  a: string;\n  [key: string]: unknown;\n}"],
  [object({ a: string() }, scalar("number")), "{\n  a: string;\n} & { [key: string]: number; }"],
  [array(object({ a: string() }, scalar("number"))), "({\n  a: string;\n} & { [key: string]: number; })[]"],
  [object({ "a-b": string(), $c: string(), "1": string() }), '{\n  "1": string;\n  "a-b": string;\n  $c: string;\n}'],
  [modelRef("Thing"), "Thing"],
  [json({}), "unknown"],
  [json(false), "never"],
  [json({ type: ["integer", "null"] }), "number | null"],
  [json({ enum: ["a", 1] }), '"a" | 1'],
  [array(json({ type: ["string", "null"] })), "(string | null)[]"],
  [json({ type: "array", items: { type: "string" } }), "(string)[]"],
])("%j", (type, text) => {
  expect(typeText(type, context)).toBe(text);
});

test("what holds properties of one type beside its own is no interface", () => {
  expect(isInterface(object({ a: string() }))).toBe(true);
  expect(isInterface(object({ a: string() }, json(true)))).toBe(true);
  expect(isInterface(object({ a: string() }, string()))).toBe(false);
  expect(isInterface(object({}))).toBe(false);
  expect(isInterface(string())).toBe(false);
});
