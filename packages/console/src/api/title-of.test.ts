import { expect, it } from "vitest";
import type { Model } from "./model.js";
import { titleOf, titlePath } from "./title-of.js";

const model = (columns: readonly string[] | undefined): Model => ({
  group: "a.example.com",
  version: "v1",
  kind: "A",
  plural: "as",
  singular: "a",
  indexes: [],
  references: [],
  schema: {
    properties: {
      spec: {
        required: ["owner", "state", "text"],
        properties: {
          owner: { type: "string", "x-cmgen-ref": {} },
          state: { enum: ["x"], type: "string" },
          due: { type: "string", format: "date" },
          text: { type: "string" },
          other: { type: "string" },
        },
      },
    },
  },
  input: {},
  columns,
  hasStatusPath: false,
  hasHistory: false,
  deprecated: undefined,
});

it.each<[readonly string[] | undefined, readonly string[] | undefined]>([
  [undefined, ["spec", "text"]],
  [
    ["spec.owner", "spec.due", "spec.other"],
    ["spec", "other"],
  ],
  [["spec.state"], ["spec", "text"]],
])("of the columns %j the title is %j", (columns, path) => {
  expect(titlePath({ schemas: {} }, model(columns))).toEqual(path);
});

it("is left out where it is the name again", () => {
  const metadata = { name: "web", uid: "u", version: 1, creationTimestamp: "2030-01-01T00:00:00.000Z" };
  expect(titleOf(["spec", "text"], { metadata, spec: { text: "The web" } })).toBe("The web");
  expect(titleOf(["spec", "text"], { metadata, spec: { text: "web" } })).toBeUndefined();
  expect(titleOf(["spec", "text"], { metadata, spec: { text: 3 } })).toBeUndefined();
  expect(titleOf(undefined, { metadata })).toBeUndefined();
});
