import { transport } from "./connection.js";
import type { ServedObject } from "./objects.js";

/** What a batch has at most. See "Several objects at once" of the HTTP API. */
export const MOST_OPERATIONS = 1000;

/** One operation of a batch, as it is sent. */
export type BatchOperation = Readonly<Record<string, unknown>>;

/** What one operation has made. */
export interface OperationResult {
  readonly object: ServedObject;
}

/**
 * Does all operations or none of them.
 *
 * @param isTrial Whether it is only found out what would become of them.
 * @throws {ApiProblem} with the causes of all that are refused, whose paths begin with `/operations/` and their place.
 */
export async function sendBatch(
  operations: readonly BatchOperation[],
  isTrial: boolean,
): Promise<readonly OperationResult[]> {
  // Under its key it is done once, however often the client has to send it.
  const headers: Record<string, string> = isTrial ? {} : { "idempotency-key": crypto.randomUUID() };
  const body = { operations, dryRun: isTrial };
  const { results } = await transport.json<{ readonly results: readonly OperationResult[] }>({
    method: "POST",
    path: "/apis/-/batch",
    body,
    idempotent: true,
    options: { headers },
  });
  return results;
}
