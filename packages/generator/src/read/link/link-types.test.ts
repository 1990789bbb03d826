import { describe, expect, test } from "vitest";

import { model, named, object, ref, string } from "../../model/type-builders.test.fixture.js";
import type { Type } from "../../model/type.js";
import { noAnnotations } from "../docs/read-annotations.js";
import { exportedName } from "../types/exported-name.js";
import { linkTypes } from "./link-types.js";
import type { GivenNames, LinkedEntry } from "./type-names.js";

function entry(id: string, file: string, type: Type, namespaces: readonly string[] = []): LinkedEntry {
  const span = { ...named("Address", type).span, file };
  return {
    id,
    name: "Address",
    origin: { file, offset: 0, span, namespaces },
    body: { type, annotations: noAnnotations },
  };
}

/** The names and shapes of the types of a model that has all of these, and what is reported. */
function linked(
  entries: readonly LinkedEntry[],
  { from = entries.map(({ id }) => id), typeNames = {} }: { from?: readonly string[]; typeNames?: GivenNames } = {},
): { readonly names: readonly string[]; readonly refers: readonly unknown[]; readonly reports: readonly unknown[] } {
  const reports: unknown[] = [];
  const fields = Object.fromEntries(from.map((id) => [`field${id}`, ref(id)]));
  const { types, models } = linkTypes({
    endpoints: [],
    models: [model("Thing", object(fields))],
    entries,
    typeNames,
    report: (code, _span, values) => void reports.push([code, values]),
  });
  const spec = models[0]?.spec?.type;
  const properties = spec?.shape === "object" ? spec.properties : [];
  return {
    names: types.map(({ name }) => name),
    refers: properties.map(({ type }) => (type.shape === "ref" ? type.name : type.shape)),
    reports,
  };
}

const used = entry("1", "src/used.ts", object({ street: string() }));
const unused = object({ other: string(), more: ref("1") });

test.each([
  ["another file, which comes first", "src/another.ts"],
  ["the same place, as an instance of a generic type", "src/used.ts"],
])("a type that no model refers to takes no name from one that is used: one of %s", (_, file) => {
  expect(linked([entry("0", file, unused), used], { from: ["1"] })).toEqual({
    names: ["Address"],
    refers: ["Address"],
    reports: [],
  });
});

test("two different types of one name are reported with both places, whichever file comes first", () => {
  const other = entry("0", "src/another.ts", object({ city: string() }));
  for (const entries of [
    [other, used],
    [used, other],
  ]) {
    expect(linked(entries).reports).toEqual([
      [
        "CM3021",
        {
          name: "Address",
          other: "the one of src/another.ts:1",
          how:
            'rename its declaration, or write `typeNames: { "src/used.ts#Address": "…" }` or ' +
            '`typeNames: { "src/another.ts#Address": "…" }` in cmgen.config.ts',
        },
      ],
    ]);
  }
});

test("what is wrong with neither of the two is not reported of it", () => {
  const other = entry("0", "src/another.ts", object({ city: string() }));
  expect(linked([other, used]).refers).toEqual(["Address", "Address#1"]);
});

describe("a type of a package", () => {
  const file = "../../node_modules/.pnpm/post@1/node_modules/@acme/post/index.d.ts";
  const inPackage = (id: string, name = "Address"): LinkedEntry => {
    const found = entry(id, file, object({ city: string() }));
    return { ...found, name, origin: { ...found.origin, package: "@acme/post" } };
  };

  test("has the package's name in front, whether there is another or not", () => {
    expect(linked([inPackage("0")]).names).toEqual(["AcmePostAddress"]);
    expect(linked([inPackage("0"), used])).toMatchObject({ names: ["AcmePostAddress", "Address"], reports: [] });
  });

  test("that is called like one of the plugin is reported, by the name of the package's file", () => {
    const own = { ...used, name: "AcmePostAddress" };
    expect(linked([inPackage("0"), own]).reports).toMatchObject([
      ["CM3021", { how: expect.stringContaining('`typeNames: { "@acme/post/index.d.ts#Address": "…" }` or') }],
    ]);
  });

  test("that is read as it is and as one that more may be added to is two types", () => {
    const open = { ...inPackage("1"), body: { type: object({ more: string() }), annotations: noAnnotations } };
    expect(linked([inPackage("0"), open]).reports).toMatchObject([
      ["CM3021", { how: expect.stringContaining("`@additionalProperties` at every property that has it or at none") }],
    ]);
  });
});

test("a type without a name that wants the name of another is reported", () => {
  const unnamed = { ...entry("0", "src/another.ts", object({ city: string() })), isUnnamed: true };
  expect(linked([unnamed, used]).reports).toMatchObject([["CM3021", { name: "Address" }]]);
  expect(linked([unnamed, { ...unnamed, id: "1", body: used.body }]).reports).toMatchObject([
    ["CM3021", { how: "declare it as an `interface`, and refer to that" }],
  ]);
});

test.each([
  ["stripe", ["Stripe"], "Charge", "StripeCharge"],
  ["@types/spotify-api", ["SpotifyApi"], "Track", "SpotifyApiTrack"],
  ["zod", [], "ZodIssue", "ZodIssue"],
  ["post", [], "Poster", "PostPoster"],
  ["vega-lite", [], "ExprRef", "VegaLiteExprRef"],
  ["openai", ["File", "Part"], "File", "OpenaiPartFileFile"],
  ["7zip", [], "Entry", "_7zipEntry"],
  [undefined, ["Geo"], "GeoPoint", "GeoGeoPoint"],
])("of the package %s, a %j.%s is exported as %s", (of, namespaces, name, expected) => {
  expect(exportedName(name, { namespaces, ...(of !== undefined && { package: of }) })).toBe(expected);
});

test("the config gives a type another name, for one line", () => {
  const other = entry("0", "src/another.ts", object({ city: string() }));
  expect(linked([other, used], { typeNames: { "src/used.ts#Address": "Home" } })).toEqual({
    names: ["Address", "Home"],
    refers: ["Address", "Home"],
    reports: [],
  });
});

test("a name for a type that is not there is reported", () => {
  expect(linked([used], { typeNames: { "src/uesd.ts#Address": "Home" } }).reports).toEqual([
    ["CM3050", { key: "src/uesd.ts#Address" }],
  ]);
});

test("copies of a type are one type, as long as they say the same", () => {
  const copy = entry("0", "src/another.ts", object({ street: string() }));
  expect(linked([copy, used])).toEqual({ names: ["Address"], refers: ["Address", "Address"], reports: [] });
});

test("a type of a namespace has the namespace's name in front, whether there is another or not", () => {
  const inner = entry("0", "src/another.ts", object({ city: string() }), ["Customer", "Shop"]);
  expect(linked([inner]).names).toEqual(["ShopCustomerAddress"]);
  expect(linked([inner, used])).toMatchObject({ names: ["Address", "ShopCustomerAddress"], reports: [] });
  expect(linked([inner], { typeNames: { "src/another.ts#Shop.Customer.Address": "Home" } }).names).toEqual(["Home"]);
});
