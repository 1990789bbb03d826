import { expect, test } from "vitest";
import type { IndexDescriptor, ModelDescriptor } from "../model/model-descriptor.js";
import { anonymous } from "./caller.js";
import { Scope } from "./scope.js";

const index = (name: string, more: object = {}): IndexDescriptor<never> => ({
  name,
  order: "ASC",
  unique: false,
  type: "string",
  fingerprint: "",
  multi: false,
  column: name,
  extract: () => undefined,
  ...more,
});

const indexes = [
  index("spec.salary"),
  index("spec.contact.phone"),
  index("spec.name"),
  index("initial", { isComputed: true }),
  index("spec.band", { isComputed: true }),
  index("spec.name,spec.salary", { members: ["spec.name", "spec.salary"] }),
  index("spec.name,spec.town", { members: ["spec.name", "spec.town"] }),
];

function hiddenFrom(
  hidden: readonly (readonly string[])[],
  asked: readonly IndexDescriptor<never>[],
): readonly string[] {
  const storage = { indexes } as unknown as ModelDescriptor;
  const rule = { role: "some", verbs: new Set(["list"] as const), hidden, readOnly: [] };
  const scope = new Scope(storage, [rule], anonymous);
  return asked.filter((each) => scope.hidesIndex(each)).map(({ name }) => name);
}

test("an index is hidden with its field, with a part of it, and where a function makes it", () => {
  const computed = ["initial", "spec.band"];
  expect(hiddenFrom([["spec", "salary"]], indexes)).toEqual(["spec.salary", ...computed, "spec.name,spec.salary"]);
  expect(hiddenFrom([["spec", "contact"]], indexes)).toEqual(["spec.contact.phone", ...computed]);
  expect(hiddenFrom([["spec", "contact", "phone", "extension"]], indexes)).toEqual(["spec.contact.phone", ...computed]);
  expect(hiddenFrom([], indexes)).toEqual([]);
});

test("an index of another version is hidden with the one that keeps its values", () => {
  const others = [index("spec.pay", { column: "spec.salary" }), index("spec.title", { column: "spec.name" })];
  expect(hiddenFrom([["spec", "salary"]], others)).toEqual(["spec.pay"]);
});

test("a field is locked where every rule locks it, or what it is in", () => {
  const storage = { indexes } as unknown as ModelDescriptor;
  const lockedBy = (...rules: readonly { readOnly: string[][]; hidden: string[][] }[]): readonly string[] => {
    const all = rules.map((rule) => ({ role: "some", verbs: new Set(["update"] as const), ...rule }));
    return new Scope(storage, all, anonymous).lockedIn().map((path) => path.join("."));
  };
  const pay = { readOnly: [["spec", "salary"]], hidden: [["spec", "contact"]] };
  expect(lockedBy(pay)).toEqual(["spec.salary", "spec.contact"]);
  expect(lockedBy(pay, { readOnly: [], hidden: [] })).toEqual([]);
  expect(lockedBy(pay, { readOnly: [["spec", "contact", "phone"]], hidden: [] })).toEqual(["spec.contact.phone"]);
  expect(lockedBy({ readOnly: [["spec", "name"]], hidden: [["spec", "name"]] })).toEqual(["spec.name"]);
  expect(lockedBy()).toEqual([]);
});
