import { skip, valuesOf } from "@cmgen/model";
import { expect, it } from "vitest";
import { listKey, resourceKey } from "./resource-keys.js";

const type = { group: "example.com", version: "v1", plural: "people", singular: "person", kind: "Person" };
const key = resourceKey({ baseUrl: "http://localhost", type });
const values = valuesOf({ type }, "metadata.name");

it("are equal for equal requests", () => {
  expect(listKey(key, { size: 3 })).toEqual(["http://localhost", "example.com/v1", "people", "list", "size=3"]);
  expect(listKey(key, { where: { a: skip }, size: 3, counts: {} })).toEqual(listKey(key, { where: {}, size: 3 }));
});

it("differ where counts have other names, which the answers have too", () => {
  const [one, other] = ["one", "other"].map((name) => listKey(key, { size: 3, counts: { [name]: values } }));
  expect(one).not.toEqual(other);
  expect(listKey(key, { size: 3, counts: { one: values } })).toEqual(one);
});
