import { LRUCache } from "lru-cache";
import type { Scope } from "../access/scope.js";
import { parseStored } from "../resource/stored-object.js";
import { scopedBytes } from "../resource/shown-bytes.js";
import type { VersionView } from "../version/version-view.js";
import { type OutgoingEvent, printIn, type PrintEvent } from "./watch-events.js";

/** Prints that are remembered of a version: callers who see the same share what is printed for them. */
const REMEMBERED = 200;

const prints = new WeakMap<VersionView, LRUCache<string, Map<PrintEvent, PrintEvent>>>();
const nothing = Buffer.alloc(0);

/**
 * Prints events as a caller sees them. An object that leaves what the caller sees is deleted for it, as it was when the caller last saw it:
 * what it has become is no longer shown.
 */
export function printSeen(view: VersionView, scope: Scope, print: PrintEvent): PrintEvent {
  const printWhole = printIn(view, print);
  if (scope.isWhole) return printWhole;
  const known = prints.get(view) ?? new LRUCache({ max: REMEMBERED });
  prints.set(view, known);
  const ofScope = known.get(scope.key) ?? new Map<PrintEvent, PrintEvent>();
  known.set(scope.key, ofScope);
  const printMasked =
    ofScope.get(print) ??
    ((event) => {
      if (!("data" in event)) return printWhole(event);
      const data = seenState(view, scope, event);
      // It was logged by an earlier release, which did not keep what it had been: nobody knows whether the caller saw it.
      return data === undefined ? nothing : print({ ...event, data });
    });
  ofScope.set(print, printMasked);
  return printMasked;
}

function seenState(
  view: VersionView,
  scope: Scope,
  { data, previous }: Extract<OutgoingEvent, { readonly data: Uint8Array }>,
): Uint8Array | undefined {
  const states = [data, ...(previous === undefined || previous === null || previous.length === 0 ? [] : [previous])];
  const seen = states.find((state) => scope.covers(view.stored(parseStored({ data: state }))));
  return seen && scopedBytes({ view }, scope, seen);
}
