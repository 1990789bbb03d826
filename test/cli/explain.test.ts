import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen } from "./run-cmgen.js";

const example = (name: string): string => join(repositoryRoot, "examples", name);

test("a field is explained from the plugin's models, from any folder of it", async () => {
  expect(await runCmgen(["explain", "issue.spec.state"], { workingFolder: join(example("tracker"), "src") })).toEqual({
    code: 0,
    out: 'Kind:   Issue (tracker.example.com/v1alpha1)\nField:  spec.state: "open" | "closed"\nDefault: "open"\nIndex:  index\n',
    error: "",
  });
});

test.each([
  ["explain", /^person {2}Person \(people.example.com\/v1alpha1\)$/m],
  ["explain person", /^Computed indexes: initial$/m],
  ["explain person", /^Names: {2}people, person$/m],
  ["explain people.v1alpha1.people.example.com.spec.name", /^Rules: {2}maxLength 100$/m],
  ["explain person.spec", /^ {2}otherPerson: Person\n {4}Another person.$/m],
  ["explain person.spec", /^ {2}name: string, required, maxLength 100, index \(unique\)\n {4}Full name.$/m],
  ["explain person.spec.otherPerson.spec.tags", /^Field: {2}spec.otherPerson.spec.tags: string\[\]$/m],
  ["explain person.spec --recursive", /^ {4}spec: PersonSpec, required$/m],
])("%s says %s", async (line, text) => {
  const outcome = await runCmgen(line.split(" "), { workingFolder: example("people") });
  expect(outcome).toMatchObject({ code: 0, error: "", out: expect.stringMatching(text) });
});

test.each([
  ["person.spec.agge", /person.spec has no field "agge". Did you mean person.spec.age\? It has: name, age, gender/],
  ["person.spec.age.x", /person.spec.age has no fields/],
  ["persn.spec", /no resource "persn"\. Did you mean person\? Resources: people/],
  ["pet", /no resource "pet"\. Resources: people/],
])("%s is answered with what there is", async (field, message) => {
  const outcome = await runCmgen(["explain", field], { workingFolder: example("people") });
  expect(outcome).toMatchObject({ code: 3, out: "", error: expect.stringMatching(message) });
});

test("a hostile document is given up", async () => {
  const bombs = Array.from({ length: 30 }, (_, at) => {
    const next = { $ref: `#/components/schemas/S${at + 1}` };
    return [`S${at}`, { allOf: [next, next] }] as const;
  });
  const resource = { "x-cmgen-resource": { kind: "Pet", singular: "pet", schemas: { stored: "S0" } } };
  const schemas = { ...Object.fromEntries(bombs), S30: { $ref: "#/components/schemas/S0" } };
  const document = JSON.stringify({ paths: { "/apis/pets.example.com/v1/pets": resource }, components: { schemas } });
  const server = createServer((_request, response) => response.end(document));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const outcome = await runCmgen(["explain", "pet", "--server", url], { workingFolder: example("people") });
    expect(outcome).toMatchObject({ code: 4, out: "", error: expect.stringContaining("cannot be explained") });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
