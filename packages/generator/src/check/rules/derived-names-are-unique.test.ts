import { describe, expect, test } from "vitest";

import { model, named, object, project, ref, string } from "../../model/type-builders.test.fixture.js";
import type { Model } from "../../model/model.js";
import type { NamedType } from "../../model/type.js";
import { check } from "../check.js";

const spec = object({ name: string() });

function messagesOf(models: readonly Model[], types: readonly NamedType[] = [], react = false): readonly string[] {
  const found = check(project(models, types), { reservedGroupSuffixes: [], react });
  return found.filter(({ code }) => code === "CM2050").map(({ message }) => message);
}

describe("a kind beside a name derived from another", () => {
  test.each(["OrderInput", "StoredOrder", "OrderIndexes", "OrdersClient", "Ref", "ObjectMeta", "ResourceList"])(
    "%s",
    (kind) => {
      const isClash = (found: readonly string[]): boolean => found.some((message) => message.startsWith(`\`${kind}\``));
      expect(isClash(messagesOf([model("Order", spec), model(kind, spec)]))).toBe(true);
      // Versions have modules of their own, and share a document.
      const isShared = !/^Orders?(?:Client|Indexes)/.test(kind);
      expect(isClash(messagesOf([model("Order", spec), model(kind, spec, { version: "v2" })]))).toBe(isShared);
    },
  );

  test("is said once, with what the two are", () => {
    expect(messagesOf([model("Order", spec), model("OrderInput", spec)])).toEqual([
      "`OrderInput` would be two things in the code of v1alpha1: the input type of Order, and the type of OrderInput.",
    ]);
  });

  test("with its version, as openapi.json has it where there are several", () => {
    const versions = [model("Order", spec, { version: "v1" }), model("Order", spec, { version: "v2" })];
    expect(messagesOf(versions)).toEqual([]);
    expect(messagesOf([...versions, model("OrderV1", spec, { version: "v1" })])).toEqual([
      "`OrderV1` would be two things in openapi.json: the schema of Order of v1, and the schema of OrderV1 of v1.",
    ]);
    expect(messagesOf(versions, [named("StoredOrderV2", spec)])).toEqual([
      "`StoredOrderV2` would be two things in openapi.json: the schema of a stored Order of v2, and a type of the plugin.",
    ]);
  });

  test("of another version, which shares the document with a type", () => {
    const models = [model("Order", spec, { version: "v2" }), model("Note", object({ other: ref("Order") }))];
    expect(messagesOf(models, [named("Order", spec)])).toEqual([
      "`Order` would be two things in openapi.json: the schema of Order of v2, and a type of the plugin.",
    ]);
  });

  test("a list has its own rule, and so have two models of one kind", () => {
    expect(messagesOf([model("Order", spec), model("OrderList", spec)])).toEqual([]);
    expect(messagesOf([model("Order", spec), model("Order", spec, { plural: "others" })])).toEqual([]);
  });
});

test.each([
  "Order",
  "OrderInput",
  "OrderList",
  "StoredOrder",
  "OrderIndexes",
  "orderModel",
  "createOrderRouter",
  "Ref",
])("a type cannot have the name of something of a model: %s", (name) => {
  const models = [model("Order", object({ other: ref(name) }))];
  expect(messagesOf(models, [named(name, spec)])).toHaveLength(1);
});

test("hooks count where they are generated", () => {
  const models = [model("Order", spec), model("AllOrders", spec, { plural: "wholes" })];
  expect(messagesOf(models)).toEqual([]);
  expect(messagesOf(models, [], true)).toEqual([
    "`useAllOrders` would be two things in the code of v1alpha1: a hook of Order, and a hook of AllOrders.",
  ]);
});
