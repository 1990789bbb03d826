import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { Hooks } from "../resource/hooks/hooks.js";
import { ownedHooks } from "./create-service.js";

const model: ModelDescriptor = {
  group: "a.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
  table: "a_example_com_things",
  labelTable: "a_example_com_things___labels",
  statusSubresource: false,
  validate: () => [],
  indexes: [],
};

it("a hook that has ended leaves no listener on the signal of its call", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const check = (): undefined => void (listeners = getEventListeners(signal, "abort").length);
  const hooks = ownedHooks({ plugin: "things" }, { model, check });
  // A hook gets more than its signal; this one uses nothing else.
  type Context = Parameters<NonNullable<Hooks["check"]>>[0];
  await hooks.check?.({ object: { ...stored }, signal } as Context);
  expect([listeners, getEventListeners(signal, "abort")]).toEqual([1, []]);
});

const stored = {
  apiVersion: "a.example.com/v1",
  kind: "Thing",
  metadata: { name: "a", uid: "u", creationTimestamp: "2030-01-01T00:00:00.000Z", version: 1 },
};
