import { expect, test } from "vitest";

import type { Type } from "./type.js";
import { referencePlaces } from "./reference-places.js";
import { array, model, named, object, project, ref, reference, string } from "./type-builders.test.fixture.js";
import { typeLookup } from "./type-at-path.js";

/** Sixty types of which each holds all others: there are more ways through them than could ever be walked. */
const everyOther = (own: (at: number) => Record<string, Type>): ReturnType<typeof named>[] =>
  Array.from({ length: 60 }, (_, at) => {
    const others = Array.from({ length: 60 }, (__, other) => [`to${other}?`, ref(`T${other}`)] as const);
    return named(`T${at}`, object({ ...Object.fromEntries(others), ...own(at) }));
  });

test("types that hold one another without a reference are not walked", () => {
  const thing = model("Thing", object({ first: ref("T0"), owner: reference("Person") }));
  const lookup = typeLookup(
    project(
      [thing],
      everyOther(() => ({ name: string() })),
    ),
  );
  const { references, others } = referencePlaces(lookup, thing);
  expect(references.map(({ index, isEndless }) => [index, isEndless])).toEqual([["spec.owner", false]]);
  expect(others).toEqual([]);
});

test("a reference in types that hold one another is found, and has no end", () => {
  const thing = model("Thing", object({ first: ref("T0") }));
  const lookup = typeLookup(
    project(
      [thing],
      everyOther((at) => (at === 59 ? { owner: reference("Person") } : {})),
    ),
  );
  const { references } = referencePlaces(lookup, thing);
  expect(references.length).toBeGreaterThan(0);
  expect(references.every(({ index, isEndless }) => isEndless && index.endsWith(".owner"))).toBe(true);
});

test("a type that is used twice has its reference in both places", () => {
  const thing = model("Thing", object({ a: ref("Seat"), b: array(ref("Seat")) }));
  const lookup = typeLookup(project([thing], [named("Seat", object({ person: reference("Person") }))]));
  expect(referencePlaces(lookup, thing).references.map(({ path }) => path)).toEqual([
    ["spec", "a", "person"],
    ["spec", "b", null, "person"],
  ]);
});

test("what else stands under a reference's name is found through lists and unions", () => {
  const either: Type = { ...string(), shape: "union", members: [reference("Person"), array(string())] };
  const thing = model("Thing", object({ owner: either, name: string() }));
  const lookup = typeLookup(project([thing]));
  expect(referencePlaces(lookup, thing).others.map(({ index }) => index)).toEqual(["spec.owner"]);
});

test("a reference inside of itself is found once, as endless", () => {
  const node: Record<string, Type> = { owner: reference("Person"), "next?": ref("Node") };
  const thing = model("Thing", object({ node: ref("Node") }));
  const lookup = typeLookup(project([thing], [named("Node", object(node))]));
  const found = referencePlaces(lookup, thing).references.map(({ index, isEndless }) => [index, isEndless]);
  expect(found).toEqual([["spec.node.owner", true]]);
});
