import { createRequire } from "node:module";
import { expect, test } from "vitest";

import { openapiDocument } from "../emit/openapi/emit-openapi.js";
import type { JsonSchema } from "../emit/schema/json-schema.js";
import { people } from "../model/people.test.fixture.js";
import { emitDocumentClient } from "./emit-document-client.js";
import { readDocument } from "./read-document.js";

type Part = { [key: string]: Part };

const require = createRequire(import.meta.url);

/** The files of a client of the people, whose specs have another schema. */
function filesWith(
  spec: unknown,
  more: Readonly<Record<string, unknown>> = {},
  info: object = {},
): ReadonlyMap<string, string> {
  const document = JSON.parse(JSON.stringify(openapiDocument(people))) as Part;
  Object.assign(document["components"]?.["schemas"] ?? {}, { PersonSpec: spec, ...more });
  Object.assign(document["info"] ?? {}, info);
  const files = emitDocumentClient(readDocument(JSON.stringify(document)));
  return new Map(files.map(({ path, contents }) => [path, contents]));
}

/** Statements at the top of a module, by their kind: what is smuggled into a text would add some. */
function statementsOf(text: string): readonly string[] {
  const compiler = createRequire(require.resolve("ts-morph"))("@ts-morph/common") as typeof import("ts-morph");
  const { ts } = compiler;
  const file = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest);
  expect((file as unknown as { readonly parseDiagnostics: readonly unknown[] }).parseDiagnostics).toEqual([]);
  return file.statements.map(({ kind }) => ts.SyntaxKind[kind]);
}

const evil = "*/ } export const stolen = 1; /* \" ' ` ${1} \\ \n \u2028 </script>";

test("no text of a document becomes code", () => {
  const spec = {
    description: evil,
    title: evil,
    type: "object",
    properties: JSON.parse(
      JSON.stringify({
        [evil]: { type: "string", description: evil, format: evil, default: evil },
        values: { enum: [evil, 1, true, null] },
        fixed: { const: evil },
        typed: { type: evil },
        listed: { type: "array", items: false, prefixItems: [{ const: evil }], minItems: evil },
        discriminated: { oneOf: [{ type: "object" }], discriminator: { propertyName: evil } },
        constructor: { type: "string" },
      }).replace('"constructor"', '"__proto__":{"type":"number"},"constructor"'),
    ) as object,
    required: [evil, "__proto__"],
    "x-evil": evil,
  } as unknown as JsonSchema;
  const files = filesWith(spec, {}, { title: evil });
  expect([...files.keys()]).toEqual(["schemas.ts", "v1alpha1/person/types.ts", "v1alpha1/client.ts"]);
  const plain = filesWith({ type: "object" });
  for (const [path, text] of files) expect(statementsOf(text)).toEqual(statementsOf(plain.get(path) ?? ""));
  expect(files.get("schemas.ts")).toContain("__proto__");
});

test("no text of an endpoint becomes code", () => {
  const endpoint = (text: string): string => {
    const document = JSON.parse(JSON.stringify(openapiDocument(people))) as Part;
    const parameters = [{ in: "query", name: text, description: text, required: text, schema: { const: text } }];
    const content = { "application/json": { schema: { type: "object", properties: { [text]: { const: text } } } } };
    const get = { summary: text, description: text, parameters, responses: { 200: { content } } };
    const post = { summary: text, requestBody: { content }, responses: {} };
    const path = `/apis/api.people.example.com/v1alpha1/${text.replaceAll(/[/{}]/g, "")}`;
    Object.assign(document["paths"] ?? {}, { [path]: { get, post } });
    const files = emitDocumentClient(readDocument(JSON.stringify(document)));
    return files.map(({ contents }) => statementsOf(contents)).join("\n");
  };
  expect(endpoint(evil)).toBe(endpoint("plain"));
  expect(endpoint("plain")).toContain("InterfaceDeclaration");
});

test("schemas whose names are words of the language have other names in code", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const properties = { a: ref("string"), b: ref("1-2"), c: ref("components"), d: ref("__proto__") };
  const schemas = JSON.parse('{"string":{},"1-2":{},"components":{},"__proto__":{"type":"number"}}') as object;
  const document = JSON.parse(JSON.stringify(openapiDocument(people))) as Part;
  const own = document["components"]?.["schemas"] ?? {};
  Object.assign(own, { PersonSpec: { type: "object", properties } });
  for (const [name, schema] of Object.entries(schemas))
    Object.defineProperty(own, name, { value: schema, enumerable: true });
  const files = emitDocumentClient(readDocument(JSON.stringify(document)));
  const types = files.find(({ path }) => path.endsWith("person/types.ts"))?.contents;
  expect(types).toContain('export type string2 = components["schemas"]["string"];');
  expect(types).toContain('export type _1_2 = components["schemas"]["1-2"];');
  expect(types).toContain('export type components2 = components["schemas"]["components"];');
  expect(types).toContain('export type __proto__ = components["schemas"]["__proto__"];');
});

test("what a part says in place gets a name", () => {
  const document = JSON.parse(JSON.stringify(openapiDocument(people))) as Part;
  const { PersonInput, PersonStatus } = document["components"]?.["schemas"] ?? {};
  Object.assign(PersonInput?.["properties"] ?? {}, { status: { ...PersonStatus, description: "How it is." } });
  delete document["components"]?.["schemas"]?.["PersonStatus"];
  const files = emitDocumentClient(readDocument(JSON.stringify(document)));
  const types = files.find(({ path }) => path.endsWith("person/types.ts"))?.contents;
  expect(types).toContain('export type PersonStatus = components["schemas"]["PersonStatus"];');
  expect(types).toContain("/** How it is. */\n  status?: PersonStatus;");
});

test("references of schemas to themselves end", () => {
  const files = filesWith({ $ref: "#/components/schemas/PersonSpec" });
  expect(files.get("schemas.ts")).toContain('PersonSpec: components["schemas"]["PersonSpec"]');
});
