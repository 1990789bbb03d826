import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { ApiError } from "../error/api-error.js";
import type { Page, PageAnswer } from "../express/create-app.js";
import { assertAllowed } from "../http/assert-allowed.js";
import { remoteAddressOf } from "../http/client-view.js";
import { mountPathOf } from "../http/request-target.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import type { Store } from "@cmgen/store";
import { documentationFile, documentationFiles, documentationVersion } from "./documentation-files.js";
import { documentationPage, documentationPolicy } from "./documentation-page.js";
import type { Metrics } from "../metrics/metrics.js";
import type { Service } from "../host/service.js";

export interface PageSources {
  readonly service: Service;
  readonly registry: PluginRegistry;
  readonly metrics: Metrics;
  /** The generated OpenAPI document. */
  readonly openapi: URL;
}

/**
 * The pages of a server besides its resources (contract, Custom endpoints, plugins, service). Anyone may ask for its health; for other pages the
 * authorizer is asked, with a `get` of that path.
 */
export function servicePages({ service, registry, metrics, openapi }: PageSources): readonly Page[] {
  const guarded = (path: string, respond: Page["respond"], asked = path): Page => ({
    path,
    async respond(request) {
      await assertAllowed(service, () => pageAttributes(request, asked));
      return respond(request);
    },
  });
  return [
    { path: "/", respond: (request) => redirect(`${mountPathOf(request)}/docs`) },
    { path: "/healthz", respond: () => text(200, "ok\n") },
    { path: "/readyz", respond: () => readiness(registry, service) },
    guarded("/metrics", () => ({ ...text(200, metrics.print()), type: "text/plain; version=0.0.4; charset=utf-8" })),
    guarded("/openapi.json", async (request) => {
      const body = servedBelow(mountPathOf(request), await readOpenApi(openapi));
      return { status: 200, type: "application/json", body };
    }),
    guarded("/docs", async (request) => {
      const document = JSON.parse(await readOpenApi(openapi)) as OpenApiServers;
      const place = { mountPath: mountPathOf(request), version: await documentationVersion() };
      return html(documentationPage(document, place), documentationPolicy(originsOf(document)));
    }),
    // Who may read the page may read what it is made of: an authorizer knows one path for both.
    ...[...documentationFiles.keys()].map((name) => guarded(`/docs/${name}`, () => documentationFile(name), "/docs")),
  ];
}

interface OpenApiServers {
  readonly info?: { readonly title?: string };
  readonly servers?: readonly { readonly url?: unknown }[];
}

/** The origins of the servers that a document names by a whole URL. */
function originsOf({ servers = [] }: OpenApiServers): readonly string[] {
  const urls = servers.map(({ url }) => String(url)).filter((url) => /^https?:/.test(url) && URL.canParse(url));
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/** @throws {ApiError} `NotFound` if none was generated. */
async function readOpenApi(openapi: URL): Promise<string> {
  try {
    return await readFile(openapi, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    throw new ApiError("NotFound", "No OpenAPI document was generated for this service.", { cause: error });
  }
}

/** The document with the path that the service is published below, unless it names servers itself. */
function servedBelow(mountPath: string, document: string): string {
  if (mountPath === "") return document;
  const parsed = JSON.parse(document) as OpenApiServers;
  const isNamed = parsed.servers?.some(({ url }) => url !== "/") ?? false;
  return isNamed ? document : JSON.stringify({ ...parsed, servers: [{ url: mountPath }] });
}

/** Why not every plugin can be served; empty once all have started and the database answers. */
export function unreadiness(registry: PluginRegistry, store: Store): readonly string[] {
  const database = store.unavailable();
  return [...(database === undefined ? [] : [database]), ...registry.unready()];
}

/** @throws {ApiError} `NotReady` with the reasons. */
function readiness(registry: PluginRegistry, { store }: Service): PageAnswer {
  const unready = unreadiness(registry, store);
  if (unready.length === 0) return text(200, "ready\n");
  throw new ApiError("NotReady", unready.join(" "), { headers: { "retry-after": "2" } });
}

function text(status: number, body: string): PageAnswer {
  return { status, type: "text/plain; charset=utf-8", body };
}

function redirect(location: string): PageAnswer {
  return { ...text(303, `See ${location}\n`), headers: { location } };
}

function html(body: string, policy: string): PageAnswer {
  const headers = { "content-security-policy": policy };
  return { status: 200, type: "text/html; charset=utf-8", body, headers };
}

function pageAttributes(request: IncomingMessage, path: string): Parameters<NonNullable<Service["authorizer"]>>[0] {
  const { headers } = request;
  const none = { group: "", version: "", resource: "", subresource: "", name: "" };
  return { verb: "get", ...none, path, headers, remoteAddress: remoteAddressOf(request) };
}
