import { createRequire } from "node:module";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { openapiDocument } from "../emit/openapi/emit-openapi.js";
import { people } from "../model/people.test.fixture.js";
import { brokenEnds, hostileText } from "../render/hostile-text.test.fixture.js";
import { emitDocumentClient } from "./emit-document-client.js";
import { type Part, spoil, spoilEndpoint } from "./hostile-document.test.fixture.js";
import { readDocument } from "./read-document.js";

const require = createRequire(import.meta.url);

/** The files of a client of the people, with a document that is changed. */
function filesWith(change: (document: Part) => void): ReadonlyMap<string, string> {
  const document = JSON.parse(JSON.stringify(openapiDocument(people))) as Part;
  change(document);
  const files = emitDocumentClient(readDocument(JSON.stringify(document)), true);
  return new Map(files.map(({ path, contents }) => [path, contents]));
}

const compiler = createRequire(require.resolve("ts-morph"))("@ts-morph/common") as typeof import("ts-morph");

/** Statements at the top of a module, by their kind: what is smuggled into a text would add some. */
function statementsOf(text: string): readonly string[] {
  const { ts } = compiler;
  const file = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest);
  expect((file as unknown as { readonly parseDiagnostics: readonly unknown[] }).parseDiagnostics).toEqual([]);
  return file.statements.map(({ kind }) => ts.SyntaxKind[kind]);
}

describe.each([
  ["a document", spoil],
  ["an endpoint", spoilEndpoint],
])("no text of %s becomes code", (_, put) => {
  const statements = (text: string): readonly (readonly [string, readonly string[]])[] =>
    [...filesWith((document) => put(document, text))].map(([path, contents]) => [path, statementsOf(contents)]);
  const plain = statements("plain");

  test.each(brokenEnds)("%j", (text) => expect(statements(text)).toEqual(plain));

  test("whatever it is made of", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(statements(text)).toEqual(plain);
      }),
      { numRuns: 80 },
    );
  });
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
  expect(types).toContain('export type string2 = components["schemas"]["string2"];');
  expect(types).toContain('export type _1_2 = components["schemas"]["_1_2"];');
  expect(types).toContain('export type components2 = components["schemas"]["components2"];');
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
  const files = filesWith((document) =>
    Object.assign(document["components"]?.["schemas"] ?? {}, {
      PersonSpec: { $ref: "#/components/schemas/PersonSpec" },
    }),
  );
  expect(files.get("schemas.ts")).toContain('PersonSpec: components["schemas"]["PersonSpec"]');
});
