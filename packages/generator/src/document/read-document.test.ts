import { describe, expect, test } from "vitest";

import { openapiDocument } from "../emit/openapi/emit-openapi.js";
import { people } from "../model/people.test.fixture.js";
import { readDocument } from "./read-document.js";

type Part = { [key: string]: Part };

const collection = "/apis/people.example.com/v1alpha1/people";

/** The document of the people, after a change to it. */
function changed(change: (document: Part) => unknown): string {
  const document = JSON.parse(JSON.stringify(openapiDocument(people))) as Part;
  change(document);
  return JSON.stringify(document);
}

/** The same after a change of what it says of its resource. */
function withResource(change: object): string {
  return changed((document) => Object.assign(document["paths"]?.[collection]?.["x-cmgen-resource"] ?? {}, change));
}

/** The same with an endpoint. */
function withEndpoint(path: string, schema: unknown = {}): string {
  const get = { responses: { 200: { content: { "application/json": { schema } } } } };
  return changed((document) => Object.assign(document["paths"] ?? {}, { [path]: { get } }));
}

/** The same with the resource at another path. */
function movedTo(path: string): string {
  return changed((document) => {
    const paths = document["paths"] ?? {};
    Object.assign(document, { paths: { [path]: paths[collection] } });
  });
}

/** The same with a schema more, or another one. */
function withSchema(name: string, schema: unknown): string {
  return changed((document) => Object.assign(document["components"]?.["schemas"] ?? {}, { [name]: schema }));
}

const deep = (levels: number): object => (levels === 0 ? {} : { items: deep(levels - 1) });

test("what an extension leaves out is what is usual", () => {
  const usual = { singular: "person", schemas: { input: "PersonInput", stored: "StoredPerson" } };
  const [resource] = readDocument(JSON.stringify(openapiDocument(people))).resources;
  expect(resource).toMatchObject({ ...usual, indexes: expect.arrayContaining([{ name: "initial", type: "string" }]) });
  expect(readDocument(withResource(usual)).resources).toEqual([resource]);
});

describe("a document is refused that", () => {
  test.each([
    ["is not JSON", "{", /^The document is not JSON: /],
    ["is a web page", "<!doctype html>", /not JSON: .*It looks like a web page/],
    ["is not an object", "[]", /not a JSON object/],
    ["is not OpenAPI 3", '{"swagger":"2.0"}', /not OpenAPI 3/],
    ["is of another service", '{"openapi":"3.1.0","paths":{}}', /not of a cmgen service/],
    ["is of an older release", changed((document) => delete document["x-cmgen"]), /older release of cmgen/],
    [
      "is of a newer form",
      changed((document) => Object.assign(document, { "x-cmgen": { format: 2 } })),
      /format 2, but this release reads 1/,
    ],
    [
      "has no resources",
      changed((document) => delete document["paths"]?.[collection]),
      /no resource \(`x-cmgen-resource`\)/,
    ],
    [
      "has a version that is a path",
      movedTo("/apis/people.example.com/../people"),
      /"\/apis.*people" is wrong: \/version must/,
    ],
    ["has a singular that is a path", withResource({ singular: "../../x" }), /\/singular must/],
    ["has a kind that is not a name", withResource({ kind: "A {} export const x = 1; //" }), /\/kind must/],
    ["has a group with a quote", movedTo('/apis/a"b/v1/people'), /\/group must/],
    ["has a resource at another path", movedTo("/people"), /"\/people" is wrong: \/group is required/],
    ["has a plural with a line break", movedTo("/apis/a.b/v1/people\n"), /\/plural must/],
    ["lacks what names the schemas", withResource({ schemas: {} }), /\/schemas\/input is required/],
    ["names a schema that is not there", withResource({ schemas: { input: "X", stored: "X" } }), /has the schema X/],
    [
      "names a schema by what every object has",
      withResource({ schemas: { input: "constructor", stored: "X" } }),
      /constructor/,
    ],
    [
      "has an index of no type",
      withResource({ indexes: [{ name: "a", type: "date", multi: false, unique: false, order: "ASC" }] }),
      /\/indexes\/0\/type must/,
    ],
    [
      "has a reference to nothing",
      withResource({ references: [{ index: "spec.a", apiVersion: "a.b/v1", kind: "Nobody" }] }),
      /leads to Nobody of a.b\/v1, which has no schema/,
    ],
    [
      "has a reference to a path",
      withResource({ references: [{ index: "spec.a", apiVersion: "a/../v1", kind: "Person" }] }),
      /\/references\/0\/apiVersion must/,
    ],
    [
      "refers to a file",
      withSchema("PersonSpec", { $ref: "file:///etc/passwd" }),
      /refers to "file:\/\/\/etc\/passwd"/,
    ],
    ["refers to an address", withSchema("PersonSpec", { items: { $ref: "http://a.b/c" } }), /refers to "http:/],
    ["refers out of its schemas", withSchema("PersonSpec", { $ref: "#/components/schemas/a/../../info" }), /refers to/],
    [
      "refers to a schema that is not there",
      withSchema("PersonSpec", { $ref: "#/components/schemas/X" }),
      /refers to X/,
    ],
    ["has an endpoint whose path is none", withEndpoint("/apis/a.b/v1/{a}{b}"), /"\/apis\/a.b\/v1\/\{a\}\{b\}" is not/],
    ["has an endpoint with a path for a version", withEndpoint("/apis/a.b/../x"), /is not a path of an endpoint/],
    [
      "has an endpoint that answers with a file",
      withEndpoint("/apis/a.b/v1/x", { $ref: "file:///etc/passwd" }),
      /^The response of GET \/apis\/a.b\/v1\/x refers to "file/,
    ],
    [
      "has an endpoint with a schema that is not there",
      withEndpoint("/apis/a.b/v1/x", { items: { $ref: "#/components/schemas/X" } }),
      /^The response of GET \/apis\/a.b\/v1\/x refers to X, which/,
    ],
    ["has a schema of a strange name", withSchema("a b", {}), /components.schemas has "a b"/],
    ["is nested without end", withSchema("PersonSpec", deep(101)), /nested more than 100 levels/],
  ])("%s", (_, text, message) => {
    expect(() => readDocument(text)).toThrow(
      expect.objectContaining({ name: "DocumentError", message: expect.stringMatching(message) as string }),
    );
  });

  test("has two resources of one name", () => {
    const text = changed((document) => {
      const paths = document["paths"] ?? {};
      Object.assign(paths, { "/apis/other.example.com/v1alpha1/others": paths[collection] });
    });
    expect(() => readDocument(text)).toThrow("The document has two resources with the kind Person of v1alpha1.");
  });
});

test("what a newer release adds is let through", () => {
  const text = withResource({ verbs: ["list"] });
  expect(readDocument(text).resources).toMatchObject([{ kind: "Person", plural: "people" }]);
});
