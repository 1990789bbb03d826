import { expect, test } from "vitest";

import { namesText } from "./names-text.js";

const names = (kind: string) => ({
  kind,
  apiVersion: "shop.example.com/v1",
  plural: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  derived: ["kind", "plural", "singular"] as const,
});

const hint =
  "Such names are in URLs and tables. To have others, say them in `defineModel` before objects are stored.\n";

test("each new kind has a line with its names", () => {
  expect(namesText([])).toBe("");
  expect(namesText([names("Order"), names("Item")])).toBe(
    `New kind Order of shop.example.com/v1: orders, order.\nNew kind Item of shop.example.com/v1: items, item.\n${hint}`,
  );
});

test("of many, some have", () => {
  const text = namesText(Array.from({ length: 100 }, (_, at) => names(`Kind${at}`)));
  expect(text.split("\n")).toHaveLength(5 + 1 + 1 + 1);
  expect(text).toContain("And 95 more: `cmgen explain` lists all kinds.\n");
});
