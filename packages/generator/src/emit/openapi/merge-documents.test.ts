import { expect, test } from "vitest";

import { people, person } from "../../model/people.test.fixture.js";
import type { OpenApiDocument } from "./document.js";
import { openapiDocument } from "./emit-openapi.js";
import { mergeDocuments } from "./merge-documents.js";
import { wholeResource } from "./resource-extension.js";

/** Another plugin with a kind of the same name, which holds something else. */
const group = "staff.example.com";
const staff = openapiDocument({ ...people, models: [{ ...person, group, spec: person.status! }] });

/** For each group the schemas that its resource names, and those that a create sends and answers. */
function schemasOf({ paths, components }: OpenApiDocument): readonly (readonly [named: unknown, used: unknown])[] {
  return Object.values(paths).flatMap((item) => {
    const { "x-cmgen-resource": resource, post } = item;
    if (resource === undefined || post === undefined) return [];
    const request = JSON.stringify(part(components.requestBodies, post.requestBody));
    const response = JSON.stringify(part(components.responses, post.responses["201"]));
    const { input, stored } = wholeResource(resource).schemas;
    const named = [input, stored];
    return [[named, [request, response].map((text) => /"#\/components\/schemas\/(\w+)"/.exec(text)?.[1])]] as const;
  });
}

function part(section: Readonly<Record<string, unknown>>, given: unknown): unknown {
  const { $ref } = given as { readonly $ref: string };
  return section[$ref.slice($ref.lastIndexOf("/") + 1)];
}

test("each resource names the schemas that its operations have, also where they were renamed", () => {
  const merged = mergeDocuments(openapiDocument(people), [{ name: "staff", document: staff }]);
  const schemas = schemasOf(merged);
  expect(schemas.map(([named]) => named)).toEqual([
    ["PersonInput", "StoredPerson"],
    ["StaffPersonInput", "StaffStoredPerson"],
  ]);
  for (const [named, used] of schemas) expect(named).toEqual(used);
});

test("any other refusal of an operation leads to where its response was renamed to", () => {
  const own = openapiDocument(people);
  const WriteProblem = { description: "Another one." };
  const other = { ...own, components: { ...own.components, responses: { ...own.components.responses, WriteProblem } } };
  const merged = mergeDocuments(other, [{ name: "staff", document: staff }]);
  const put = merged.paths["/apis/staff.example.com/v1alpha1/people/{name}"]?.put;
  expect(put?.responses["default"]).toEqual({ $ref: "#/components/responses/StaffWriteProblem" });
});
