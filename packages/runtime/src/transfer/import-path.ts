import type { Session } from "../access/access-control.js";
import { unauthorized } from "../access/authenticate.js";
import { ApiError } from "../error/api-error.js";
import { problemOf } from "../error/problem.js";
import type { BodyShare } from "../host/body-budget.js";
import type { Service } from "../host/service.js";
import { admit, pageAttributes } from "../http/admit.js";
import type { Answer } from "../http/answer.js";
import { alone, keyedRequest } from "../http/idempotency.js";
import { NDJSON, parseMediaType } from "../http/negotiate.js";
import { bodyChunks } from "../http/read-body.js";
import { requestIdOf } from "../http/request-id.js";
import { splitTarget } from "../http/request-target.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { invalidParameter } from "../watch/plan-watch.js";
import type { IncomingMessage } from "node:http";
import { type LinePortion, linePortions } from "./import-lines.js";
import { IMPORT_MODES, type Importing, type ImportMode, importPortion, type LineProblem } from "./import-portion.js";

/** A request for the path. */
interface ImportRequest {
  readonly request: IncomingMessage;
  readonly query: string;
  readonly share: () => BodyShare;
}

/** The path of the service's own that takes any number of objects, a line for each. */
export interface ImportPath {
  readonly method: "POST";
  readonly path: string;
  readonly respond: (asked: ImportRequest) => Promise<Answer>;
}

/**
 * Makes the path. Each object needs what a request of its own would need.
 *
 * @param findModel the kinds that are served.
 */
export function importPath(
  service: Service,
  findModel: (apiVersion: unknown, kind: unknown) => ModelDescriptor | undefined,
): ImportPath {
  return { method: "POST", path: "/import", respond: (asked) => respond(service, asked, findModel) };
}

async function respond(
  service: Service,
  { request, query, share }: ImportRequest,
  findModel: (apiVersion: unknown, kind: unknown) => ModelDescriptor | undefined,
): Promise<Answer> {
  const { mode, isTrial } = readParameters(query);
  const session = await admit(service, {
    request,
    wanted: { of: "self" },
    attributes: () => pageAttributes(request, splitTarget(request.url ?? "/").path),
  });
  assertLines(request);
  const keyed = keyedRequest(request, service.store, null);
  const { maxBodyBytes: maxBytes, maxBodyValues: maxValues } = service.limits;
  const rules = { findModel, maxBytes, maxValues };
  const importing = { service, request, rules, mode, isTrial, keyed, isLimited: session !== undefined };
  const portions = linePortions(bodyChunks(request), { maxBytes, maxValues, share: share() });
  const headers = { "content-type": NDJSON, "cache-control": "private, no-store", vary: "authorization, cookie" };
  const lines = answerLines(portions, importing, session);
  // Where nothing can be written yet, the answer is a refusal.
  const first = await lines.next();
  return { status: 200, headers, body: startingWith(first, lines) };
}

async function* startingWith(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (first.done === true) return;
  try {
    yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

/** @throws {ApiError} `InvalidQuery`. */
function readParameters(query: string): { readonly mode: ImportMode; readonly isTrial: boolean } {
  const parameters = new URLSearchParams(query);
  for (const name of new Set(parameters.keys())) {
    if (name !== "mode" && name !== "dryRun") throw invalidParameter(name, "is not a parameter of this request");
    if (parameters.getAll(name).length > 1) throw invalidParameter(name, "may be given only once");
  }
  const { mode: given = "apply", dryRun = "false" } = Object.fromEntries(parameters);
  const mode = IMPORT_MODES.find((each) => each === given);
  if (mode === undefined) throw invalidParameter("mode", `must be one of ${IMPORT_MODES.join(", ")}`);
  if (dryRun !== "true" && dryRun !== "false") throw invalidParameter("dryRun", 'must be "true" or "false"');
  return { mode, isTrial: dryRun === "true" };
}

/** @throws {ApiError} `UnsupportedMediaType`. */
function assertLines({ headers }: IncomingMessage): void {
  const type = headers["content-type"];
  if (parseMediaType(type)?.essence === NDJSON) return;
  throw new ApiError("UnsupportedMediaType", `The body's Content-Type is ${type ?? "missing"}; expected ${NDJSON}.`, {
    headers: { accept: NDJSON },
  });
}

/**
 * A line for each that was refused and, after each portion, one that says up to which line all are dealt with, how many were written and how many
 * were not. The last one may say what has stopped the import.
 *
 * @throws {ApiError} what stops it before anything is written.
 */
async function* answerLines(
  portions: AsyncIterable<LinePortion>,
  importing: Importing,
  session: Session | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { service, request, keyed } = importing;
  const requestId = requestIdOf(request);
  const end = { line: 0, imported: 0, refused: 0 };
  try {
    for await (const portion of portions) {
      countRequests(service, { session, isFirst: end.line === 0, lines: portion.objects.length });
      const write = (): Promise<readonly LineProblem[]> => importPortion(portion, importing);
      const refused = await (keyed === undefined ? write() : alone(keyed, write));
      end.line = portion.until;
      end.refused += refused.length;
      end.imported += portion.objects.length + portion.refused.length - refused.length;
      yield printed(...refused, end);
    }
  } catch (thrown) {
    const error = ApiError.from(thrown);
    if (end.line === 0) throw error;
    // Nobody is there any more to be told.
    if (request.destroyed && !request.complete) return;
    if (error.status >= 500) service.log.error({ requestId, err: error.cause ?? error }, "an import was stopped");
    yield printed({ ...end, stopped: problemOf(error, { requestId }) });
    return;
  }
  if (end.line === 0) yield printed(end);
}

function printed(...lines: readonly object[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/**
 * Each object counts as a request. Those that follow wait for a large portion, in this request as in others.
 *
 * @throws {ApiError} `TooManyRequests`; `Unauthorized` if the caller has lost its rights since the request began.
 */
function countRequests(
  { limitUser }: Pick<Service, "limitUser">,
  {
    session,
    isFirst,
    lines,
  }: { readonly session: Session | undefined; readonly isFirst: boolean; readonly lines: number },
): void {
  if (session === undefined) return;
  if (!isFirst && !session.isValid())
    throw unauthorized("The caller's credentials or rights have changed since the request began.");
  if (session.identity === undefined) return;
  if (!isFirst) limitUser?.take(session.identity.name);
  limitUser?.add(session.identity.name, Math.max(0, lines - 1));
}
