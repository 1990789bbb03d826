import { describe, expect, it } from "vitest";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { planQuery } from "./plan-list.js";

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

describe("planQuery", () => {
  it("plans what is asked for again once, for each model apart", () => {
    const plan = planQuery(model, "page=2&size=3&labelSelector=a%3Db&watch=false");
    expect(plan).toMatchObject({ window: { by: "page", page: 2, size: 3 }, labels: [{ key: "a", values: ["b"] }] });
    expect(planQuery(model, "page=2&size=3&labelSelector=a%3Db&watch=false")).toBe(plan);
    expect(planQuery(model, "page=3&size=3")).toMatchObject({ window: { page: 3 } });
    expect(planQuery({ ...model }, "page=2&size=3&labelSelector=a%3Db&watch=false")).not.toBe(plan);
  });

  it("says each time what is wrong", () => {
    for (let time = 0; time < 2; time += 1) expect(() => planQuery(model, "page=x")).toThrow("page");
  });

  it("forgets what was asked for the longest ago", () => {
    const plan = planQuery(model, "page=1&size=1");
    for (let page = 2; page < 103; page += 1) planQuery(model, `page=${page}&size=1`);
    expect(planQuery(model, "page=1&size=1")).not.toBe(plan);
    expect(planQuery(model, "page=1&size=1")).toEqual(plan);
  });
});
