/** What the wire types accept and refuse, held by the compiler. */
import type { ErrorCode, Extension, Input, Integer, JsonPatch, MergePatch, Stored, WatchEvent } from "../index.js";

interface PersonSpec {
  name: string;
  age?: Integer;
  tags?: string[];
  other?: Person;
}
interface Person extends Extension<PersonSpec, { greeting?: string }> {
  apiVersion: "people.example.com/v1";
  kind: "Person";
}

export const stored: Stored<Person> = {
  apiVersion: "people.example.com/v1",
  kind: "Person",
  metadata: { name: "ann", uid: "u", creationTimestamp: "2024-01-01T00:00:00Z", version: 1 },
  spec: { name: "Ann" },
};
// @ts-expect-error the service fills in uid, creationTimestamp and version
export const unstored: Stored<Person> = { ...stored, metadata: { name: "ann" } };

export const inputs: Input<Person>[] = [
  { metadata: { generateName: "ann-" }, spec: { name: "Ann" } },
  { kind: "Person", metadata: { name: "ann" }, spec: { name: "Ann" }, status: { greeting: "Hello" } },
  stored,
];
// @ts-expect-error another kind
export const otherKind: Input<Person> = { kind: "Pet", metadata: {}, spec: { name: "Ann" } };
// @ts-expect-error spec is required
export const withoutSpec: Input<Person> = { metadata: {} };

export const patches: MergePatch<Input<Person>>[] = [
  {},
  { spec: { age: null } },
  { spec: { age: 3, tags: ["a"] }, metadata: { labels: { "a/b": null, "a/c": "x" } } },
  { spec: { other: { spec: { other: null } } } },
  { status: null },
];
// @ts-expect-error not a number
export const wrongPatch: MergePatch<Input<Person>> = { spec: { age: "3" } };
// @ts-expect-error a list is replaced whole
export const listPatch: MergePatch<Input<Person>> = { spec: { tags: { 0: "a" } } };

export const operations: JsonPatch = [
  { op: "test", path: "/metadata/version", value: 3 },
  { op: "remove", path: "/spec/age" },
  { op: "move", from: "/spec/a", path: "/spec/b" },
];
// @ts-expect-error move needs from
export const wrongOperations: JsonPatch = [{ op: "move", path: "/spec/b" }];

export const code: ErrorCode = "Conflict";
// @ts-expect-error not on the closed list
export const wrongCode: ErrorCode = "Teapot";

export function nameOf(event: WatchEvent<Stored<Person>>): string {
  switch (event.type) {
    case "ERROR":
      return event.object.code;
    case "BOOKMARK":
      return event.resourceVersion;
    default:
      return event.object.metadata.name;
  }
}
