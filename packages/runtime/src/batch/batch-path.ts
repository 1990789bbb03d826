import type { IncomingMessage } from "node:http";
import { collectionPath } from "@cmgen/model";
import type { Receipt } from "@cmgen/store";
import { problemOf } from "../error/problem.js";
import type { Service } from "../host/service.js";
import { admit, pageAttributes } from "../http/admit.js";
import type { Answer } from "../http/answer.js";
import { assertNoQuery } from "../http/assert-no-query.js";
import { alone, keptAnswer, keyedRequest, receiptOf, REPLAYED } from "../http/idempotency.js";
import { requestIdOf } from "../http/request-id.js";
import { splitTarget } from "../http/request-target.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { BatchOperation } from "./batch-operation.js";
import type { OperationResult } from "./run-operation.js";
import { doEach, doTogether, ofOperation } from "./do-batch.js";
import type { Attempted } from "./operation-series.js";
import { readBatch } from "./read-batch.js";

/** Bytes of a batch, at most; more where a single body may have more. */
const MOST_BYTES = 32 * 1024 * 1024;

/** How many times as many values as a single body a batch may have. */
const MOST_VALUES_FACTOR = 10;

/** A request for the path. */
interface BatchRequest {
  readonly request: IncomingMessage;
  readonly query: string;
  readonly body: (limits: Pick<Service["limits"], "maxBodyBytes" | "maxBodyValues">) => Promise<unknown>;
}

/** The path of the service's own for several operations in one request. */
export interface BatchPath {
  readonly method: "POST";
  readonly path: string;
  readonly respond: (asked: BatchRequest) => Promise<Answer>;
}

/**
 * Makes the path. Each operation needs what a request of its own would need.
 *
 * @param findModel the kinds that are served.
 */
export function batchPath(
  service: Service,
  findModel: (apiVersion: unknown, kind: unknown) => ModelDescriptor | undefined,
): BatchPath {
  return { method: "POST", path: "/batch", respond: (asked) => respond(service, asked, findModel) };
}

async function respond(
  service: Service,
  { request, query, body }: BatchRequest,
  findModel: (apiVersion: unknown, kind: unknown) => ModelDescriptor | undefined,
): Promise<Answer> {
  assertNoQuery(query);
  const session = await admit(service, {
    request,
    wanted: { of: "self" },
    attributes: () => pageAttributes(request, splitTarget(request.url ?? "/").path),
  });
  const { maxBodyBytes: maxBytes, maxBodyValues: maxValues } = service.limits;
  const limits = {
    maxBodyBytes: Math.max(maxBytes, MOST_BYTES),
    maxBodyValues: MOST_VALUES_FACTOR * maxValues,
  };
  const sent = await body(limits);
  const keyed = keyedRequest(request, service.store, sent);
  const { isAtomic, isTrial, operations } = await readBatch(sent, { findModel, maxBytes, maxValues });
  if (session?.identity !== undefined)
    service.limitUser?.add(session.identity.name, Math.max(0, operations.length - 1));
  const asked = { service, request, operations };
  const isLimited = session !== undefined;
  const print = (results: readonly Attempted[]): Uint8Array => resultsBody(operations, results, requestIdOf(request));
  if (keyed === undefined)
    return answerOf(
      print(isAtomic ? await doTogether(asked, { isLimited, isTrial }) : await doEach(asked, { isLimited, keyed })),
    );
  return alone(keyed, async () => {
    // Of the same key, but not of this request: it is refused.
    await keptAnswer(isAtomic ? ofOperation(keyed, 0) : keyed);
    if (!isAtomic) return answerOf(print(await doEach(asked, { isLimited, keyed })));
    const kept = await keptAnswer(keyed);
    if (kept !== undefined) return answerOf(kept.body, REPLAYED);
    const receipt = (results: readonly OperationResult[]): Promise<Receipt> =>
      receiptOf(keyed, { head: {}, body: print(results) });
    return answerOf(print(await doTogether(asked, { isLimited, isTrial, receiptOf: receipt })));
  });
}

function answerOf(body: Uint8Array, more: Answer["headers"] = {}): Answer {
  const headers = { "cache-control": "private, no-store", vary: "authorization, cookie", ...more };
  return { status: 200, headers, body };
}

/** Objects are not parsed: their bytes are joined. */
function resultsBody(
  operations: readonly BatchOperation[],
  results: readonly Attempted[],
  requestId: string,
): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('{"results":[')];
  for (const [place, result] of results.entries()) {
    if (place > 0) parts.push(Buffer.from(","));
    if ("error" in result) {
      const model = operations[place]?.model;
      const instance = model && { instance: collectionPath(model) };
      const problem = problemOf(result.error, { requestId, ...instance });
      parts.push(Buffer.from(JSON.stringify({ status: problem.status, problem })));
      continue;
    }
    const { status, warning, data } = result;
    const head = JSON.stringify({ status, ...(warning !== undefined && { warning }) });
    parts.push(Buffer.from(`${head.slice(0, -1)},"object":`), data, Buffer.from("}"));
  }
  parts.push(Buffer.from("]}"));
  return Buffer.concat(parts);
}
