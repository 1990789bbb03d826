import { describe, expect, it } from "vitest";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { resourceMatcher, type ResourceTarget, splitTarget } from "./request-target.js";

describe("splitTarget", () => {
  it.each([
    ["/a/b", "/a/b", ""],
    ["/a?b=c?d", "/a", "b=c?d"],
    ["//host/a", "//host/a", ""],
    ["http://host:1/a?b", "/a", "b"],
    ["HTTP://user@host", "/", ""],
    ["http://host?a", "/", "a"],
    ["*", "*", ""],
    ["", "", ""],
  ])("%s", (url, path, query) => {
    expect(splitTarget(url)).toEqual({ path, query });
  });
});

const names: Pick<ModelDescriptor, "group" | "version" | "plural"> = { group: "a.b", version: "v1", plural: "people" };
const match = resourceMatcher(names as ModelDescriptor);

describe("resourceMatcher", () => {
  it.each<[string, ResourceTarget | undefined]>([
    ["/apis/a.b/v1/people", { at: "collection" }],
    ["/apis/a.b/v1/%70eople", { at: "collection" }],
    ["/apis/a.b/v1/people/ann", { at: "object", name: "ann" }],
    ["/apis/a.b/v1/people/%61nn", { at: "object", name: "ann" }],
    ["/%61pis/a.b/v1/people/ann", { at: "object", name: "ann" }],
    ["/apis/a.b/v1/people/a%2Fb", { at: "object", name: "a/b" }],
    ["/apis/a.b/v1/people/ann/status", { at: "status", name: "ann" }],
    ["/apis/a.b/v1/people/", { at: "nowhere" }],
    ["/apis/a.b/v1/people/ann/", { at: "nowhere" }],
    ["/apis/a.b/v1/people//status", { at: "nowhere" }],
    ["/apis/a.b/v1/people/ann/Status", { at: "nowhere" }],
    ["/apis/a.b/v1/people/ann/status/x", { at: "nowhere" }],
    ["/apis/a.b/v1/people/%", { at: "malformed" }],
    ["/apis/a.b/v1/people/%ff", { at: "malformed" }],
    ["/apis/a.b/v1/people/ann/%zz", { at: "malformed" }],
    ["/apis/a.b/v1/peoples", undefined],
    ["/apis/a.b/v1/People", undefined],
    ["/apis/a.b/v1", undefined],
    ["/apis/a.b/v2/people", undefined],
    ["//apis/a.b/v1/people", undefined],
    ["/apis/a.b%2Fv1/people", undefined],
    ["/%/a.b/v1/people", undefined],
  ])("%s", (path, target) => {
    expect(match(path)).toEqual(target);
  });

  it("finds no status of a model that has none", () => {
    const withoutStatus = resourceMatcher({ ...names, hasStatus: false } as ModelDescriptor);
    expect(withoutStatus("/apis/a.b/v1/people/ann")).toEqual({ at: "object", name: "ann" });
    expect(withoutStatus("/apis/a.b/v1/people/ann/status")).toEqual({ at: "nowhere" });
    expect(withoutStatus("/apis/a.b/v1/%70eople/ann/status")).toEqual({ at: "nowhere" });
  });
});
