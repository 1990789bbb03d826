import { describe, expect, it } from "vitest";
import type { Change, LogPosition } from "@cmgen/store";
import type { Selection } from "../list/match-selection.js";
import { VersionView } from "../version/version-view.js";
import { type Audience, Round } from "./round.js";
import { ConversionError } from "../version/conversion-error.js";
import { type PrintEvent, printNdjson, printServerSent } from "./watch-events.js";

const view = new VersionView({
  group: "a.b",
  version: "v1",
  kind: "Person",
  plural: "people",
  singular: "person",
  table: "a_b_people",
  labelTable: "a_b_people___labels",
  indexes: [],
  statusSubresource: false,
  validate: () => [],
});
const selection: Selection = { fields: [], labels: [{ test: "exists", key: "a.b/x" }] };
const inside = Buffer.from(JSON.stringify({ metadata: { name: "ann", labels: { "a.b/x": "" } } }));
const outside = Buffer.from(JSON.stringify({ metadata: { name: "ann" } }));
const alike = Buffer.alloc(0);

/** A position. */
function at(revision: number): LogPosition {
  return { revision, mark: 1 };
}

function change(type: Change["type"], data: Uint8Array, previous: Uint8Array | null): Change {
  return { ...at(7), type, group: "a.b", plural: "people", name: "ann", data, previous, at: 0, origin: null };
}

const everything: Audience = { view, selection: undefined, print: printNdjson, key: "everything" };
const selected: Audience = { ...everything, selection, key: "selected" };

function eventsOf(text: Buffer | undefined): readonly string[] {
  return text?.toString().match(/ADDED|MODIFIED|DELETED/g) ?? [];
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
    const { text, position } = new Round(7).make(selected, at(6), changes);
    expect([eventsOf(text), position]).toEqual([expected === undefined ? [] : [expected], at(7)]);
  });

  it("makes a portion once for an audience at a position", () => {
    const round = new Round(7);
    const portion = round.make(everything, at(6), [change("ADDED", inside, null)]);
    expect(round.known({ ...everything }, 6)).toBe(portion);
    expect(round.known(everything, 5)).toBeUndefined();
    expect(round.known(selected, 6)).toBeUndefined();
    expect(round.known({ ...everything, print: printServerSent }, 6)).toBeUndefined();
    expect(round.make(selected, at(6), [])).toEqual({ text: undefined, position: at(6) });
    expect(round.known(selected, 6)).toBeUndefined();
  });

  it("prints an event once for all who get the same text", () => {
    const round = new Round(7);
    const changes = [change("ADDED", outside, null), change("MODIFIED", inside, alike), change("ADDED", inside, null)];
    const { text } = round.make(selected, at(6), changes);
    expect(eventsOf(text)).toEqual(["MODIFIED", "ADDED"]);
    expect(round.make({ ...selected, key: "other" }, at(5), changes).text).toBe(text);
    expect(round.make(everything, at(5), changes.slice(1)).text).toBe(text);
    expect(eventsOf(round.make(everything, at(6), changes).text)).toEqual(["ADDED", "MODIFIED", "ADDED"]);
    expect(eventsOf(round.make(selected, at(4), changes.slice(1, 2)).text)).toEqual(["MODIFIED"]);
    expect(round.make({ ...selected, print: printServerSent }, at(6), changes).text).not.toEqual(text);
  });

  it("makes a portion of the changes before one that cannot be shown", () => {
    const print: PrintEvent = (event) => {
      if (event.type === "DELETED") throw new ConversionError("no", new Error("no"));
      return printNdjson(event);
    };
    const revisions = [1, 2, 3, 4, 5, 6, 7];
    const changes = revisions.map((revision) => ({
      ...change(revision === 6 ? "DELETED" : "ADDED", inside, alike),
      revision,
    }));
    const round = new Round(7);
    const positions: number[] = [];
    for (let position = 0; position < 5; positions.push(position)) {
      position = round.make({ ...everything, print }, at(position), changes.slice(position)).position.revision;
    }
    expect(positions.at(-1)).toBe(5);
    expect(() => round.make({ ...everything, print }, at(5), changes.slice(5))).toThrow(ConversionError);
  });
});
