import { expect, test } from "vitest";

import { foreignTags, kubernetesMarkers } from "./foreign-tags.js";
import { readersTags, tagTable } from "./tag-table.js";

const own = Object.keys(tagTable);

test("names are written as they are looked up, and are not those of our own tags or of tags for readers", () => {
  const taken = new Set([...own, ...readersTags].map((name) => name.toLowerCase()));
  for (const name of Object.keys(foreignTags)) {
    expect(name).toMatch(/^[a-z][a-z0-9]*$/);
    expect(taken.has(name), name).toBe(false);
  }
});

test("replacements name tags that exist", () => {
  const entries = [...Object.values(foreignTags), ...Object.values(kubernetesMarkers)];
  const texts = entries.flatMap(({ instead, onText, onList }) => [instead, onText ?? "", onList ?? ""]);
  const named = texts.flatMap((text) => Array.from(text.matchAll(/@(?!cmgen)([A-Za-z]+)/g), ([, name = ""]) => name));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !own.includes(name))).toEqual([]);
});
