import { describe, expect, test } from "vitest";
import { checkObjectMeta } from "./object-meta.js";
import { nameLimits } from "./patterns.js";

const input = { form: "input" } as const;

describe("checkObjectMeta", () => {
  test("accepts what the three forms may hold", () => {
    const stored = {
      name: "ann",
      uid: "9d0c9c0e-5a0e-4f0e-8f0e-2d3c4b5a6978",
      creationTimestamp: "2024-02-29T12:00:00.000Z",
      version: 3,
      deletionTimestamp: "2024-03-01T00:00:00+01:00",
      finalizers: ["example.com/cleanup", "other"],
      labels: { "example.com/tier": "gold, or better" },
      annotations: { note: "any\u0000thing" },
    };
    expect(checkObjectMeta(stored, { form: "stored" })).toEqual([]);
    expect(checkObjectMeta({ name: "ann" }, { form: "declared" })).toEqual([]);
    expect(checkObjectMeta({}, input)).toEqual([]);
    expect(checkObjectMeta({ generateName: "ann-" }, input)).toEqual([]);
  });

  test("reports every problem at once, each at its place", () => {
    const metadata = {
      name: "Ann",
      version: "3",
      finalizers: ["a", "a", "-"],
      labels: { "a/b/c": "x", "example.com/n": 1 },
      nmae: "ann",
    };
    expect(checkObjectMeta(metadata, input)).toEqual([
      {
        path: "/metadata/name",
        keyword: "pattern",
        message: "must be lowercase letters, digits and '-', with a letter or digit at both ends",
      },
      { path: "/metadata/version", keyword: "type", message: "must be a whole number" },
      {
        path: "/metadata/finalizers/2",
        keyword: "pattern",
        message: "name must be letters, digits, '-', '_' and '.', with a letter or digit at both ends",
      },
      { path: "/metadata/finalizers", keyword: "uniqueItems", message: "must not name a finalizer twice" },
      {
        path: "/metadata/labels/a~1b~1c",
        keyword: "pattern",
        message: "key name must be letters, digits, '-', '_' and '.', with a letter or digit at both ends",
      },
      { path: "/metadata/labels/example.com~1n", keyword: "type", message: "must be a string" },
      { path: "/metadata/nmae", keyword: "additionalProperties", message: "is not a known field" },
    ]);
  });

  test("knows what each form must have", () => {
    const paths = (form: "declared" | "stored" | "input") => checkObjectMeta({}, { form }).map(({ path }) => path);
    expect(paths("declared")).toEqual(["/metadata/name"]);
    expect(paths("stored")).toEqual([
      "/metadata/name",
      "/metadata/uid",
      "/metadata/creationTimestamp",
      "/metadata/version",
    ]);
    expect(paths("input")).toEqual([]);
  });

  test("lets only the input form ask for a generated name", () => {
    const problems = checkObjectMeta({ name: "ann", generateName: "ann-" }, { form: "declared" });
    expect(problems.map(({ path }) => path)).toEqual(["/metadata/generateName"]);
  });

  test.each([[null], [undefined], ["x"], [[]], [1]])("refuses %j for metadata", (metadata) => {
    expect(checkObjectMeta(metadata, input)).toEqual([
      { path: "/metadata", keyword: "type", message: "must be an object" },
    ]);
  });

  test("is not fooled by the names of an object's own machinery", () => {
    const hostile: unknown = JSON.parse('{"__proto__": {}, "constructor": 1, "labels": {"__proto__": "x"}}');
    expect(checkObjectMeta(hostile, input).map(({ path }) => path)).toEqual([
      "/metadata/__proto__",
      "/metadata/constructor",
      "/metadata/labels/__proto__",
    ]);
  });

  test("reports reserved label keys where they are to be refused", () => {
    const metadata = { name: "ann", labels: { tier: "x", "cmgen.dev/tier": "x", "example.com/tier": "x" } };
    expect(checkObjectMeta(metadata, input)).toEqual([]);
    const problems = checkObjectMeta(metadata, { ...input, rejectReservedLabels: ["cmgen.dev"] });
    expect(problems.map(({ path, keyword }) => [path, keyword])).toEqual([
      ["/metadata/labels/tier", "reserved"],
      ["/metadata/labels/cmgen.dev~1tier", "reserved"],
    ]);
  });

  test("bounds how many labels and finalizers there are, and how large annotations are", () => {
    const labels = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`l${at}`, "x"]));
    const finalizers = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`);
    const annotations = (bytes: number) => ({ k: "é".repeat((bytes - 1) / 2), ...(bytes % 2 ? {} : { z: "" }) });
    const keywords = (metadata: object) => checkObjectMeta(metadata, input).map(({ keyword }) => keyword);

    expect(keywords({ labels: labels(nameLimits.labels) })).toEqual([]);
    expect(keywords({ labels: labels(nameLimits.labels + 1) })).toEqual(["maxProperties"]);
    expect(keywords({ finalizers: finalizers(nameLimits.finalizers) })).toEqual([]);
    expect(keywords({ finalizers: finalizers(nameLimits.finalizers + 1) })).toEqual(["maxItems"]);
    expect(keywords({ annotations: annotations(nameLimits.annotations) })).toEqual([]);
    expect(keywords({ annotations: annotations(nameLimits.annotations + 1) })).toEqual(["maxBytes"]);
  });
});
