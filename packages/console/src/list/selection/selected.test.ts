import { expect, it } from "vitest";
import type { ServedObject } from "../../api/objects.js";
import { asShown, choose, choosePage, NOTHING_SELECTED, shareOf, type Selected } from "./selected.js";

const object = (name: string, version = 1): ServedObject => ({
  metadata: { name, uid: `uid-${name}`, version, creationTimestamp: "2030-01-01T00:00:00.000Z" },
});
const page = ["a", "b", "c", "d", "e"].map((name) => object(name));
const names = ({ objects }: Selected): string[] =>
  [...objects.values()].map(({ metadata }) => metadata.name).toSorted();
const pick = (selected: Selected, name: string, isRange = false): Selected =>
  choose(selected, page, { uid: `uid-${name}`, isRange });

it("a range goes from the last choice to this one, in either direction", () => {
  expect(names(pick(pick(NOTHING_SELECTED, "b"), "d", true))).toEqual(["b", "c", "d"]);
  expect(names(pick(pick(NOTHING_SELECTED, "d"), "b", true))).toEqual(["b", "c", "d"]);
});

it("a range becomes what its end becomes", () => {
  const all = choosePage(NOTHING_SELECTED, page, true);
  expect(names(pick(pick(all, "b"), "d", true))).toEqual(["a", "e"]);
});

it("a range without a beginning on the page is the one object", () => {
  expect(names(pick(NOTHING_SELECTED, "c", true))).toEqual(["c"]);
  const elsewhere: Selected = { objects: new Map([["x", object("x")]]), anchor: "x" };
  expect(names(pick(elsewhere, "c", true))).toEqual(["c", "x"]);
});

it("a page is selected and taken out without what is on others", () => {
  const elsewhere: Selected = { objects: new Map([["x", object("x")]]), anchor: undefined };
  const all = choosePage(elsewhere, page, true);
  expect([names(all).length, shareOf(all, page)]).toEqual([6, "all"]);
  expect(shareOf(pick(all, "a"), page)).toBe("some");
  const none = choosePage(all, page, false);
  expect([names(none), shareOf(none, page)]).toEqual([["x"], "none"]);
});

it("keeps the newest state of what is selected, and nothing else of a page", () => {
  const selected = pick(NOTHING_SELECTED, "a");
  expect(asShown(selected, page)).toBe(selected);
  const shown = asShown(selected, [object("a", 3), object("b", 3)]);
  expect([...shown.objects.values()].map(({ metadata }) => [metadata.name, metadata.version])).toEqual([["a", 3]]);
  expect(asShown(shown, page)).toBe(shown);
});
