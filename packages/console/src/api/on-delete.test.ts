import { expect, it } from "vitest";
import { onDeleteAt } from "./on-delete.js";

const ref = (onDelete: string): object => ({
  type: "string",
  "x-cmgen-ref": { apiVersion: "a/v1", kind: "A", onDelete },
});
const schemas = {
  Spec: {
    properties: {
      plain: ref("cascade"),
      list: { type: "array", items: ref("clear") },
      steps: { type: "array", items: { properties: { owner: ref("none") } } },
      byName: { type: "object", additionalProperties: ref("clear") },
      choice: { anyOf: [{ properties: { kind: { const: "x" } } }, { properties: { of: ref("cascade") } }] },
      nullable: { anyOf: [ref("clear"), { type: "null" }] },
      self: { $ref: "#/components/schemas/Spec" },
    },
  },
};
const stored = { allOf: [{ properties: { spec: { $ref: "#/components/schemas/Spec" } } }] };

it.each([
  ["spec.plain", "cascade"],
  ["spec.list", "clear"],
  ["spec.steps.owner", "none"],
  ["spec.byName", "clear"],
  ["spec.choice.of", "cascade"],
  ["spec.nullable", "clear"],
  ["spec.self.self.plain", "cascade"],
  // What a schema does not say holds the deletion, as it does by default.
  ["spec.nothing", "restrict"],
])("what becomes of objects that refer by %s: %s", (path, wanted) => {
  expect(onDeleteAt(schemas, stored, path.split("."))).toBe(wanted);
});
