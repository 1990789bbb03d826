import { ApiProblem } from "@cmgen/client";
import { transport } from "./connection.js";
import type { ServedObject } from "./objects.js";

/** What a batch has at most. See "Several objects at once" of the HTTP API. */
export const MOST_OPERATIONS = 1000;

/** One operation of a batch, as it is sent. */
export type BatchOperation = Readonly<Record<string, unknown>>;

/** What one operation has made. */
export interface OperationResult {
  readonly status: number;
  readonly object: ServedObject;
  /** What an object that is deleted waits for. */
  readonly warning?: string;
}

interface BatchOptions {
  /** Whether it is only found out what would become of the objects. */
  readonly isTrial: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Does all operations or none of them.
 *
 * @returns what each has made, in their order.
 * @throws {ApiProblem} with the causes of all that are refused, which {@link refusalsOf} reads.
 */
export async function sendBatch(
  operations: readonly BatchOperation[],
  { isTrial, signal }: BatchOptions,
): Promise<readonly OperationResult[]> {
  // Under its key it is done once, however often the client has to send it.
  const headers: Record<string, string> = isTrial ? {} : { "idempotency-key": crypto.randomUUID() };
  const { results } = await transport.json<{ readonly results: readonly OperationResult[] }>({
    method: "POST",
    path: "/apis/-/batch",
    body: { operations, dryRun: isTrial },
    idempotent: true,
    options: { headers, ...(signal && { signal }) },
  });
  return results;
}

/** Why an operation of a batch was refused. */
export interface Refusal {
  /** A JSON Pointer into the object; empty where it is about the whole object. */
  readonly path: string;
  readonly message: string;
  readonly code: string;
}

/** Why operations of a batch were refused, by their places; none if the error is about none of them. */
export function refusalsOf(error: unknown): ReadonlyMap<number, readonly Refusal[]> {
  const found = new Map<number, readonly Refusal[]>();
  if (!(error instanceof ApiProblem)) return found;
  for (const { path, message, code } of error.errors) {
    const [, digits, field = ""] = /^\/operations\/(\d+)(?:\/object)?(\/.*)?$/.exec(path) ?? [];
    if (digits === undefined) continue;
    const place = Number(digits);
    found.set(place, [...(found.get(place) ?? []), { path: field, message, code }]);
  }
  return found;
}
