import { describe, expect, it } from "vitest";
import type { Change } from "@cmgen/store";
import type { Selection } from "./match-selection.js";
import { VersionView } from "../version/version-view.js";
import { Round } from "./round.js";
import { printNdjson, printServerSent } from "./watch-events.js";

const view = new VersionView({
  group: "a.b",
  version: "v1",
  kind: "Person",
  plural: "people",
  singular: "person",
  table: "a_b_people",
  labelTable: "a_b_people___labels",
  indexes: [],
  rules: [],
  statusSubresource: false,
  validate: () => [],
});
const selection: Selection = { fields: [], labels: [{ test: "exists", key: "a.b/x" }] };
const inside = Buffer.from(JSON.stringify({ metadata: { name: "ann", labels: { "a.b/x": "" } } }));
const outside = Buffer.from(JSON.stringify({ metadata: { name: "ann" } }));
const alike = Buffer.alloc(0);

function change(type: Change["type"], data: Uint8Array, previous: Uint8Array | null): Change {
  return { revision: 7, type, group: "a.b", plural: "people", name: "ann", data, previous };
}

describe("Round", () => {
  it.each([
    ["ADDED", inside, null, "ADDED"],
    ["ADDED", outside, null, undefined],
    ["MODIFIED", inside, outside, "ADDED"],
    ["MODIFIED", inside, inside, "MODIFIED"],
    ["MODIFIED", inside, alike, "MODIFIED"],
    ["MODIFIED", outside, inside, "DELETED"],
    ["MODIFIED", outside, alike, undefined],
    ["DELETED", inside, alike, "DELETED"],
    ["DELETED", outside, inside, "DELETED"],
    ["DELETED", inside, outside, undefined],
    // Logged by an earlier release, which kept no previous state.
    ["MODIFIED", inside, null, "MODIFIED"],
    ["MODIFIED", outside, null, "DELETED"],
    ["DELETED", outside, null, "DELETED"],
  ] as const)("judges %s %s after %s", (type, data, previous, expected) => {
    const changes = [change("ADDED", outside, null), change(type, data, previous)];
    expect(new Round(7).typesOf({ view, selection, key: "x" }, changes)).toEqual([undefined, expected]);
  });

  it("prints an event once for all who get the same text", () => {
    const round = new Round(7);
    const changes = [change("ADDED", outside, null), change("MODIFIED", inside, alike), change("ADDED", inside, null)];
    const text = round.print(printNdjson, changes, [undefined, "MODIFIED", "ADDED"]);
    expect(text?.toString().match(/MODIFIED|ADDED/g)).toEqual(["MODIFIED", "ADDED"]);
    expect(round.print(printNdjson, changes.slice(1), ["MODIFIED", "ADDED"])).toBe(text);
    expect(round.print(printNdjson, changes, ["ADDED", "MODIFIED", "ADDED"])).not.toEqual(text);
    expect(round.print(printNdjson, changes, [undefined, "ADDED", "ADDED"])).not.toEqual(text);
    expect(round.print(printServerSent, changes, [undefined, "MODIFIED", "ADDED"])).not.toEqual(text);
    expect(round.print(printNdjson, changes, [undefined, undefined, undefined])).toBeUndefined();
  });
});
