import { describe, expect, it } from "vitest";
import { compareTemplates, compileTemplate } from "./path-template.js";

describe("compileTemplate", () => {
  const base = "/apis/a.b/v1";

  it.each<[string, string, Record<string, string> | undefined]>([
    ["/people", "/people", {}],
    ["/people/{name}", "/people/ann", { name: "ann" }],
    ["/people/{name}", "/people/%C3%A5nn", { name: "ånn" }],
    ["/people/{name}", "/people/a%2Fb", { name: "a/b" }],
    ["/people/{name}/greeting", "/people/ann/greeting", { name: "ann" }],
    ["/{a}/{b}", "/x/y", { a: "x", b: "y" }],
    ["/people", "/%70eople", {}],
    ["/people/{name}", "/people/", undefined],
    ["/people/{name}", "/people", undefined],
    ["/people/{name}", "/people/ann/", undefined],
    ["/people/{name}", "/People/ann", undefined],
    ["/people", "/people/ann", undefined],
  ])("%s on %s", (template, path, params) => {
    expect(compileTemplate(template)(base + path, base)).toEqual(params);
  });

  it("matches below its base only", () => {
    expect(compileTemplate("/people")("/apis/a.b/v2/people", base)).toBeUndefined();
    expect(compileTemplate("/people")("/apis/a.b/v1people", base)).toBeUndefined();
  });

  it("takes a parameter called __proto__ for a name", () => {
    expect(Object.keys(compileTemplate("/{__proto__}")(`${base}/x`, base) ?? {})).toEqual(["__proto__"]);
  });

  it.each(["people", "/a//b", "/", "/{a}/{a}", "/{}", "/a{b}", "/{a-b}"])("refuses %s", (template) => {
    expect(() => compileTemplate(template)).toThrow(TypeError);
  });
});

describe("compareTemplates", () => {
  it("puts text before parameters, from the left", () => {
    const templates = ["/{a}/{b}", "/{a}/b", "/a/{b}", "/{a}", "/a/b", "/a"];
    const order = templates.toSorted(compareTemplates);
    expect(order.filter((template) => template.split("/").length === 3)).toEqual([
      "/a/b",
      "/a/{b}",
      "/{a}/b",
      "/{a}/{b}",
    ]);
    expect(order.filter((template) => template.split("/").length === 2)).toEqual(["/a", "/{a}"]);
  });
});
