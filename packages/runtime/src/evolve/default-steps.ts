import { createHash } from "node:crypto";
import type { StepState } from "@cmgen/store";
import type { IndexedTable } from "../indexes/indexed-table.js";
import { sortedJson } from "../document/sorted-json.js";
import { type KindDefaults, StoredShape } from "../version/stored-shape.js";

/**
 * A step by which the objects of a table get the defaults of a release. Its key has the defaults themselves, so that any release can end what
 * another one has begun, and has shown to readers. Ids of other steps have no spaces.
 */
const PREFIX = "defaults ";
const DIGEST = "sha256:";

/** PostgreSQL cannot index a key of more than 2,700 bytes. */
const MOST_BYTES = 2000;

/** The key of the step by which objects get the defaults of a table's versions; those of a release without any have one, too. */
export function defaultsKey({ defaults }: Pick<IndexedTable, "defaults">): string {
  const text = sortedJson(defaults);
  const isShort = Buffer.byteLength(text) <= MOST_BYTES;
  return `${PREFIX}${isShort ? text : `${DIGEST}${digestOf(text)}`}`;
}

/** The key of a release without defaults. */
export const NO_DEFAULTS = `${PREFIX}{}`;

export function isDefaultsStep({ step }: Pick<StepState, "step">): boolean {
  return step.startsWith(PREFIX);
}

/** What objects look like once they have been through a step; undefined where its key has no room for that. */
export function shapeOfStep({ step }: Pick<StepState, "step">): StoredShape | undefined {
  const text = step.slice(PREFIX.length);
  // Only this module writes such keys.
  return text.startsWith(DIGEST) ? undefined : new StoredShape(JSON.parse(text) as KindDefaults);
}

/** The steps of defaults that have begun and not ended, the oldest first. */
export function unfinished(states: readonly StepState[]): readonly StepState[] {
  return states.filter((state) => isDefaultsStep(state) && state.state === "running");
}

/** The lock that processes share whose release has the defaults of a step. */
export function defaultsPresence({ name }: Pick<IndexedTable, "name">, step: string): string {
  return `defaults ${name} ${digestOf(step)}`;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
