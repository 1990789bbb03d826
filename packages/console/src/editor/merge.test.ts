import { expect, it } from "vitest";
import { differences, mergeChanges, preferredSide, type ThreeWays } from "./merge.js";

const merged = (ways: ThreeWays): unknown =>
  mergeChanges(
    ways.theirs,
    differences(ways).filter((each) => preferredSide(each) === "mine"),
  );

it("keeps what each has changed, where they changed different fields", () => {
  const base = { spec: { name: "Ann", age: 41, tags: ["chess"] } };
  const theirs = { spec: { name: "Ann", age: 42, tags: ["chess"] } };
  const mine = { spec: { name: "Anna", age: 41, tags: ["chess"] } };
  expect(differences({ base, theirs, mine }).map(({ path, isClash }) => [path.join("."), isClash])).toEqual([
    ["spec.name", false],
    ["spec.age", false],
  ]);
  expect(merged({ base, theirs, mine })).toEqual({ spec: { name: "Anna", age: 42, tags: ["chess"] } });
});

it("marks what both have changed, and takes neither before it is decided", () => {
  const base = { spec: { tags: ["chess"] } };
  const theirs = { spec: { tags: ["chess", "go"] } };
  const mine = { spec: { tags: [] } };
  const [clash, ...others] = differences({ base, theirs, mine });
  expect(others).toEqual([]);
  expect(clash).toMatchObject({ path: ["spec", "tags"], isClash: true });
  expect(clash && preferredSide(clash)).toBeUndefined();
  expect(mergeChanges(theirs, [])).toEqual(theirs);
  expect(mergeChanges(theirs, clash ? [clash] : [])).toEqual(mine);
});

it("keeps fields that were added and removed", () => {
  const base = { metadata: { labels: { a: "1", b: "2" } } };
  const theirs = { metadata: { labels: { a: "1", b: "2", c: "3" } } };
  const mine = { metadata: { labels: { a: "1" } }, spec: { x: null } };
  expect(merged({ base, theirs, mine })).toEqual({ metadata: { labels: { a: "1", c: "3" } }, spec: { x: null } });
});

it("has nothing to decide where both did the same", () => {
  expect(differences({ base: { a: 1 }, theirs: { a: 2 }, mine: { a: 2 } })).toEqual([]);
});
