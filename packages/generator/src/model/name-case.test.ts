import { expect, test } from "vitest";

import { pascalCase, uncapitalized } from "./name-case.js";

test.each([
  ["Person", "person"],
  ["URLAlias", "urlAlias"],
  ["URL", "url"],
  ["A", "a"],
  ["X509Certificate", "x509Certificate"],
  ["IPAddress", "ipAddress"],
])("%s begins a name as %s", (kind, expected) => {
  expect(uncapitalized(kind)).toBe(expected);
});

test.each([
  ["people", "People"],
  ["site-settings", "SiteSettings"],
  ["x509certs", "X509certs"],
  ["notes-slug-", "NotesSlug"],
  ["名前", ""],
])("%s is %s as a type", (plural, expected) => {
  expect(pascalCase(plural)).toBe(expected);
});
