import { ApiError } from "../error/api-error.js";
import { objectTypes } from "../http/read-document.js";
import { invalid } from "../resource/invalid.js";
import type { EndpointCheck, Validate } from "./endpoint-check.js";
import type { EndpointContext, Handler } from "./endpoints.js";
import { readQuery } from "./read-query.js";
import { readRequestDocument } from "./web-request.js";

/**
 * Checks a request, hands it to the handler, and makes a `Response` of what that returns. The query comes first: a body is not read for nothing.
 *
 * @throws {ApiError} `InvalidQuery` or `Invalid` with all causes; what reading a body throws; what the handler throws.
 */
export async function checkRequest(
  check: EndpointCheck,
  context: EndpointContext,
  handler: Handler,
): Promise<Response> {
  const { request } = context;
  const query = check.query && readQuery(new URL(request.url).searchParams, check.query);
  const body = check.body && (await readTypedBody(request, check.body));
  // The context's type names no body and no query; that of the handler, which is erased here, does.
  const answer: unknown = await handler(Object.assign({}, context, { query, body }));
  return answer instanceof Response ? answer : jsonResponse(answer, check.status ?? 200);
}

async function readTypedBody(request: Request, validate: Validate): Promise<unknown> {
  const body = await readRequestDocument(request, objectTypes);
  const violations = validate(body);
  if (violations.length > 0) throw invalid(violations, "The body");
  return body;
}

/** @throws {ApiError} `InternalError` for a value that JSON has no text for. */
function jsonResponse(value: unknown, status: number): Response {
  if (status === 204 || status === 205) return new Response(null, { status });
  if (value === undefined)
    throw new ApiError("InternalError", "The handler returned nothing", {
      cause: new TypeError("A typed handler must return a value of its response type, or a Response"),
    });
  return Response.json(value, { status });
}
