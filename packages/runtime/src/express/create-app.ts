import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import type { IncomingMessage, RequestListener } from "node:http";
import { ApiError } from "../error/api-error.js";
import { compressBody } from "../http/compress-body.js";
import { chooseCoding, joinVary } from "../http/negotiate.js";
import { decodeSegment } from "../http/request-target.js";
import { sendProblem } from "../http/send-problem.js";
import type { Log } from "../log/log.js";

/** A page of the application: makes the answer to `GET` for each request. */
export interface Page {
  readonly path: string;
  readonly respond: (request: IncomingMessage) => PageAnswer | Promise<PageAnswer>;
}

export interface PageAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The application after the generated routes: pages, and a problem for everything else, including what Express itself would answer with a page
 * of its own.
 */
export function createApp(pages: readonly Page[], log: Log): RequestListener {
  const app = express();
  app.disable("x-powered-by");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  for (const page of pages) mountPage(app, page, log);
  app.use((request, response, next) => {
    if (request.method === "OPTIONS" && request.url === "*") response.writeHead(204, { allow: METHODS }).end();
    else next();
  });
  app.use((request) => {
    if (isDecodable(request.path)) throw nothingThere();
    throw new ApiError("BadRequest", "The path has a % that is not followed by two hex digits.");
  });
  // Express has its own answers for errors that are not handled and for paths that it cannot decode.
  return (request, response) => {
    const refuse = (error: unknown = nothingThere()): void => {
      sendProblem(request, response, { log, error: asApiError(error) });
    };
    app(request as Request, response as Response, refuse);
  };
}

function nothingThere(): ApiError {
  return new ApiError("NotFound", "There is nothing at this path.");
}

function mountPage(app: Express, page: Page, log: Log): void {
  app.get(page.path, serve(page, log));
  app.options(page.path, (_, response) => {
    response.writeHead(204, { allow: ALLOW }).end();
  });
  app.all(page.path, (request) => {
    throw new ApiError("MethodNotAllowed", `${request.method} is not allowed here. Allowed: ${ALLOW}.`, {
      headers: { allow: ALLOW },
    });
  });
}

const ALLOW = "GET, HEAD, OPTIONS";

/** All methods: `OPTIONS *` asks about the whole server, not a path (RFC 9110, 9.3.7). */
const METHODS = "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS";

function isDecodable(path: string): boolean {
  return path.split("/").every((segment) => decodeSegment(segment) !== undefined);
}

/** An authorizer's error is not passed to Express, which treats some values specially. */
function serve(page: Page, log: Log): RequestHandler {
  return async (request, response) => {
    try {
      const { status, type, body, headers } = await compressed(request, await page.respond(request));
      response.writeHead(status, {
        "content-type": type,
        "content-length": Buffer.byteLength(body),
        "x-content-type-options": "nosniff",
        ...headers,
        ...(headers?.["vary"] !== undefined && { vary: joinVary(response, headers["vary"]) }),
      });
      response.end(request.method === "HEAD" ? undefined : body);
    } catch (error) {
      sendProblem(request, response, { error, log });
    }
  };
}

/** Shorter answers gain nothing. */
const COMPRESS_FROM_BYTES = 2048;

/** Compresses an answer for a client that accepts it, unless the page has done so. */
async function compressed(request: IncomingMessage, answer: PageAnswer): Promise<PageAnswer> {
  const { body, headers = {} } = answer;
  if (headers["content-encoding"] !== undefined || Buffer.byteLength(body) < COMPRESS_FROM_BYTES) return answer;
  const vary = [headers["vary"], "accept-encoding"].filter(Boolean).join(", ");
  const coding = chooseCoding(request.headers["accept-encoding"]);
  if (coding === undefined) return { ...answer, headers: { ...headers, vary } };
  const sent = await compressBody(typeof body === "string" ? Buffer.from(body) : body, coding);
  return { ...answer, body: sent, headers: { ...headers, vary, "content-encoding": coding } };
}

/** Express refuses a path that it cannot decode with its own error, which has a status. */
function asApiError(error: unknown): unknown {
  const status: unknown = typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
  if (error instanceof ApiError || typeof status !== "number" || status < 400 || status > 499) return error;
  return new ApiError("BadRequest", "The request cannot be understood.", { cause: error });
}
