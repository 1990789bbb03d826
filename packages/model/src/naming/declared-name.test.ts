import { describe, expect, test } from "vitest";
import { checkApiVersion, checkGroup, checkIndexName, checkKind, checkResourceName } from "./declared-name.js";
import type { NameProblem } from "./name-problem.js";

const keywords = (problems: readonly NameProblem[]) => problems.map((problem) => problem.keyword);

describe("groups (spec 2.1)", () => {
  test.each(["example.com", "people.example.com", "local", "a-b.c0", "a".repeat(253)])("accepts %s", (group) => {
    expect(checkGroup(group)).toEqual([]);
  });

  test.each([
    ["", ["reserved"]],
    ["cmgen.dev", ["reserved"]],
    ["plugins.cmgen.dev", ["reserved"]],
    ["notcmgen.dev", ["reserved"]],
    ["Cmgen.dev", ["pattern"]],
    ["a..b", ["pattern"]],
    [".a", ["pattern"]],
    ["a.", ["pattern"]],
    ["-a.b", ["pattern"]],
    ["a/b", ["pattern"]],
    ["a".repeat(254), ["maxLength"]],
    [`-.${"a".repeat(253)}.cmgen.dev`, ["pattern", "maxLength", "reserved"]],
  ])("refuses %j for %j", (group, expected) => {
    expect(keywords(checkGroup(group))).toEqual(expected);
  });

  test("reserved suffixes can be configured; with a dot in front they stand for subdomains only", () => {
    expect(checkGroup("cmgen.dev", [])).toEqual([]);
    expect(checkGroup("notacme.org", [".acme.org"])).toEqual([]);
    expect(keywords(checkGroup("x.acme.org", [".acme.org"]))).toEqual(["reserved"]);
  });
});

describe("API versions (spec 9)", () => {
  test.each(["v1", "v2", "v10", "v1alpha1", "v2beta3", "v1beta10"])("accepts %s", (version) => {
    expect(checkApiVersion(version)).toEqual([]);
  });

  test.each(["v0", "v01", "1", "v", "V1", "v1alpha", "v1alpha0", "v1gamma1", "v1alpha1beta1", "v1.1", "v1 ", "v1\n"])(
    "refuses %j",
    (version) => {
      expect(keywords(checkApiVersion(version))).toEqual(["pattern"]);
    },
  );
});

describe("plural and singular names (spec 2.1)", () => {
  test.each(["people", "person", "a", "a-b", "a1", "a".repeat(63)])("accepts %s", (name) => {
    expect(checkResourceName(name)).toEqual([]);
  });

  test.each([
    ["People", "pattern"],
    ["1a", "pattern"],
    ["a-", "pattern"],
    ["a.b", "pattern"],
    ["", "minLength"],
    ["a".repeat(64), "maxLength"],
  ])("refuses %j for %s", (name, keyword) => {
    expect(keywords(checkResourceName(name))).toEqual([keyword]);
  });
});

describe("kinds", () => {
  test("are names that a type can have", () => {
    expect(checkKind("Person")).toEqual([]);
    expect(checkKind("A1")).toEqual([]);
    for (const kind of ["person", "1A", "A-B", "A_B", "Ä"]) expect(keywords(checkKind(kind))).toEqual(["pattern"]);
  });
});

describe("index names (spec 2.5)", () => {
  test.each(["spec.name", "initial", "spec.größe", "spec.a-b", "a/b", "in", "𝒳"])("accepts %s", (name) => {
    expect(checkIndexName(name)).toEqual([]);
  });

  test.each(["a b", "a,b", "a=b", "!a", "a(b)", "a<b", "a^b", 'a"b', "a\u0000", "a\u007f", "a\ud800", "\u00a0"])(
    "refuses %j",
    (name) => {
      expect(keywords(checkIndexName(name))).toEqual(["pattern"]);
    },
  );
});
