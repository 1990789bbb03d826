import fc from "fast-check";
import { expect, test } from "vitest";

import { identifierOf, typeIdentifierOf, typeIdentifiers } from "./identifier.js";

const methods = ["get", "post", "put", "patch", "delete"];
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "delete",
    "new",
    "await",
    "eval",
    "let",
    "1st",
    "$",
    "__proto__",
    "a-b",
    "a/b",
    "{slug}",
    "größe",
    "名前",
    "",
  ),
  fc.string({
    unit: fc.constantFrom("a", "Z", "1", "{", "}", "-", "/", ".", "_", "'", "`", "$", " ", "é", "名", "\u0000"),
    maxLength: 8,
  }),
);

/** Strict code, as all modules are; a name that is none is a syntax error. */
function declares(name: string): boolean {
  return new Function(`"use strict"; const ${name} = 1; return ${name};`)() === 1;
}

test.each([
  ["put /notes/{slug} body", "putNotesSlugBody"],
  ["get /people/names query", "getPeopleNamesQuery"],
  ["order-mailer Controller", "orderMailerController"],
  ["mail/order-mailer Controller", "mailOrderMailerController"],
  ["OrderMailer Controller", "OrderMailerController"],
  ["1st Controller", "_1stController"],
  ["delete /", "delete_"],
  ["名前 Hooks", "Hooks"],
  ["", "_"],
])("%s is called %s", (from, expected) => {
  expect(identifierOf(from)).toBe(expected);
});

test("every text gives an identifier", () => {
  fc.assert(
    fc.property(text, (from) => declares(identifierOf(from)) && declares(typeIdentifierOf(from))),
    {
      numRuns: 2000,
    },
  );
});

test("every list of texts gives as many identifiers, all different and none of those that are taken", () => {
  const lists = fc.record({ texts: fc.array(text), taken: fc.array(text.map(typeIdentifierOf)) });
  fc.assert(
    fc.property(lists, ({ texts, taken }) => {
      const names = typeIdentifiers(texts, taken);
      expect(names).toHaveLength(texts.length);
      expect(new Set([...names, ...taken]).size).toBe(names.length + new Set(taken).size);
      return names.every(declares);
    }),
  );
});

test("every method with every last segment gives an identifier that begins with the method", () => {
  const segments = ["slug", "{slug}", "a-b", "a.b", "1", "-", "~", "名前", "{a_b}", "%20", "'", "\\", "${x}", "*/"];
  for (const method of methods)
    for (const last of segments)
      for (const part of ["", "body", "query"]) {
        const name = typeIdentifierOf(`${method} /notes/${last} ${part}`);
        expect(declares(name)).toBe(true);
        expect(name.toLowerCase()).toMatch(new RegExp(`^${method}notes.*${part}$`));
      }
});
