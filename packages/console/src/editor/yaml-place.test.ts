import { expect, it } from "vitest";
import { memberAt, writtenPlaces } from "./yaml-place.js";

/** What is written at the `|` of a text. */
function places(text: string) {
  const at = text.indexOf("|");
  return writtenPlaces({ before: text.slice(0, at), after: text.slice(at + 1) }).map(({ is, path, taken }) => [
    is,
    path.join("."),
    taken.join(","),
  ]);
}

it.each([
  ["|", [["key", "", ""]]],
  ["kind: A\n|", [["key", "", "kind"]]],
  ["spec:\n  |", [["key", "spec", ""]]],
  ["spec:\n  a: 1\n  |\n  b: 2\n", [["key", "spec", "a,b"]]],
  ["spec:\n  |: 1\n", [["key", "spec", ""]]],
  ["spec: { a: 1, | }", [["key", "spec", "a"]]],
  ["spec:\n  a: |\n  b: 1\n", [["value", "spec.a", ""]]],
  ["spec:\n  hosts:\n    - name: x\n      |", [["key", "spec.hosts.0", "name"]]],
  [
    "spec:\n  tags:\n    - a\n    - |",
    [
      ["key", "spec.tags.1", ""],
      ["value", "spec.tags.1", ""],
    ],
  ],
  [
    "spec:\n  tags: [a, |]",
    [
      ["key", "spec.tags.1", ""],
      ["value", "spec.tags.1", ""],
    ],
  ],
  // What is wrong elsewhere does not matter.
  ["a: *nothing\nspec:\n  |", [["key", "spec", ""]]],
])("%j", (text, expected) => {
  expect(places(text)).toEqual(expected);
});

it("knows what else the object has", () => {
  const [place] = writtenPlaces({ before: "spec:\n  type: card\n  ", after: "\n" });
  expect(place?.value).toEqual({ spec: { type: "card" } });
});

it.each([
  ["spec:\n  name: Ann\n", 8, "spec.name"],
  ["spec:\n  name: Ann\n", 15, "spec.name"],
  ["spec:\n  hosts:\n    - port: 1\n", 24, "spec.hosts.0.port"],
  ["spec:\n  name: Ann\n", 1, "spec"],
])("%j at %i is of %s", (text, at, path) => {
  expect(memberAt(text, at)?.path.join(".")).toBe(path);
});
