import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { ApiError } from "../error/api-error.js";
import type { Page, PageAnswer } from "../express/create-app.js";
import { assertAllowed } from "../http/assert-allowed.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import { documentationPage } from "./documentation-page.js";
import type { Metrics } from "./metrics.js";
import type { Service } from "./service.js";

export interface PageSources {
  readonly service: Service;
  readonly registry: PluginRegistry;
  readonly metrics: Metrics;
  /** The generated OpenAPI document. */
  readonly openapi: URL;
}

/**
 * What a server answers beside its resources (contract, Custom endpoints, plugins, service). Health is told to everyone; the rest is
 * asked of the authorizer, as a `get` of that path.
 */
export function servicePages({ service, registry, metrics, openapi }: PageSources): readonly Page[] {
  const guarded = (path: string, respond: () => PageAnswer | Promise<PageAnswer>): Page => ({
    path,
    async respond(request) {
      await assertAllowed(service, () => pageAttributes(request, path));
      return respond();
    },
  });
  return [
    { path: "/healthz", respond: () => text(200, "ok\n") },
    { path: "/readyz", respond: () => readiness(registry) },
    guarded("/metrics", () => ({ ...text(200, metrics.print()), type: "text/plain; version=0.0.4; charset=utf-8" })),
    guarded("/openapi.json", async () => ({ status: 200, type: "application/json", body: await readOpenApi(openapi) })),
    guarded("/docs", async () => html(documentationPage(JSON.parse(await readOpenApi(openapi)) as object))),
  ];
}

/** @throws {ApiError} `NotFound` where none was generated. */
async function readOpenApi(openapi: URL): Promise<string> {
  try {
    return await readFile(openapi, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    throw new ApiError("NotFound", "No OpenAPI document was generated for this service.", { cause: error });
  }
}

/** @throws {ApiError} `NotReady` saying what is still to be done. */
function readiness(registry: PluginRegistry): PageAnswer {
  const unready = registry.unready();
  if (unready.length === 0) return text(200, "ready\n");
  throw new ApiError("NotReady", unready.join(" "), { headers: { "retry-after": "2" } });
}

function text(status: number, body: string): PageAnswer {
  return { status, type: "text/plain; charset=utf-8", body };
}

function html(body: string): PageAnswer {
  const headers = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" };
  return { status: 200, type: "text/html; charset=utf-8", body, headers };
}

function pageAttributes(request: IncomingMessage, path: string): Parameters<NonNullable<Service["authorizer"]>>[0] {
  const { headers, socket } = request;
  const none = { group: "", version: "", resource: "", subresource: "", name: "" };
  return { verb: "get", ...none, path, headers, remoteAddress: socket.remoteAddress ?? "" };
}
