import { checkResourceName } from "@cmgen/model/internal";
import fc from "fast-check";
import irregularPlurals from "irregular-plurals";
import { expect, test } from "vitest";

import { resourceNames } from "./resource-names.js";

test.each([
  ["Issue", "issue", "issues"],
  ["Person", "person", "people"],
  ["SalesPerson", "salesperson", "salespeople"],
  ["Category", "category", "categories"],
  ["Address", "address", "addresses"],
  ["Status", "status", "statuses"],
  ["URLAlias", "urlalias", "urlaliases"],
  ["Series", "series", "series"],
  ["Index", "index", "indexes"],
  ["API", "api", "apis"],
  ["Ipv4Range", "ipv4range", "ipv4ranges"],
  ["X", "x", "xes"],
])("%s is called %s and %s", (kind, singular, plural) => {
  expect(resourceNames(kind)).toEqual({ singular, plural });
});

test("names of every kind can be segments of paths", () => {
  const kinds = fc.stringMatching(/^[A-Z][A-Za-z0-9]{0,20}$/);
  const irregular = fc.constantFrom(...irregularPlurals.keys()).filter((word) => /^[a-z]+$/.test(word));
  const ofWords = irregular.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  fc.assert(
    fc.property(fc.oneof(kinds, ofWords), (kind) => {
      const { singular, plural } = resourceNames(kind);
      expect([...checkResourceName(singular), ...checkResourceName(plural)]).toEqual([]);
    }),
  );
});
