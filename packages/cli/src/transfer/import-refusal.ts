import type { ApiProblem } from "@cmgen/client";

import { asRecord } from "../objects/served-object.js";

/** Why the service did not take an object. */
export interface ImportRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly causes: readonly RefusalCause[];
}

interface RefusalCause {
  /** A JSON Pointer into the object. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** The refusal in a result of a batch; undefined if there is none. */
export function refusalIn(result: unknown): ImportRefusal | undefined {
  const { problem } = asRecord(result);
  if (problem === undefined) return undefined;
  const { status, code, title, detail = title, errors } = asRecord(problem);
  const causes = (Array.isArray(errors) ? errors : []).map((error) => {
    const { path, code: rule, message } = asRecord(error);
    return { path: String(path), code: String(rule), message: String(message) };
  });
  return { status: Number(status), code: String(code), message: String(detail), causes };
}

/** The refusal of a batch that has one object. */
export function refusalOf(problem: ApiProblem): ImportRefusal {
  const { status, code, message } = problem;
  return refusalsByPlace(problem).get(0) ?? { status, code, message, causes: [] };
}

/** The refusals of a batch that was refused as a whole, by the places of those that were in the way. */
export function refusalsByPlace({ status, errors }: ApiProblem): ReadonlyMap<number, ImportRefusal> {
  const refusals = new Map<number, ImportRefusal>();
  for (const { path, code, message } of errors) {
    const [, place, below = ""] = /^\/operations\/(\d+)(?:\/object)?(.*)$/s.exec(path) ?? [];
    if (place === undefined) continue;
    const known = refusals.get(Number(place))?.causes ?? [];
    refusals.set(Number(place), { status, code, message, causes: [...known, { path: below, code, message }] });
  }
  return refusals;
}

/** Whether the object may be taken once others are there, or a little later. */
export function mayPassLater({ status, causes }: ImportRefusal): boolean {
  return status === 429 || status === 503 || causes.some(({ code }) => code === "reference");
}

/** What is wrong with an object, each thing on a line of its own. */
export function refusalLines({ message, causes }: ImportRefusal): readonly string[] {
  return causes.length === 0 ? [message] : causes.map((cause) => `${cause.path} ${cause.message}`.trim());
}
