import type { Page, PageAnswer } from "../express/create-app.js";
import type { AccessiblePage } from "../access/access-definition.js";
import { admit, pageAttributes } from "../http/admit.js";
import { mountPathOf } from "../http/request-target.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import type { Store } from "@cmgen/store";
import type { LogicRunners } from "./logic-runners.js";
import { controllersPage } from "./controllers-page.js";
import { documentationFileNames, documentationFiles, documentationVersion } from "./documentation-files.js";
import { documentationPage, documentationPolicy } from "./documentation-page.js";
import { OpenApiDocument, readOnce } from "./openapi-document.js";
import type { Metrics } from "../metrics/metrics.js";
import { healthPage, readyPage } from "./readiness.js";
import type { Service } from "../host/service.js";

export interface PageSources {
  readonly service: Service;
  readonly registry: PluginRegistry;
  readonly metrics: Metrics;
  readonly logic: LogicRunners;
  /** The generated OpenAPI document. */
  readonly openapi: URL;
}

/** The pages that anyone may ask for: whether the service is alive, and whether it is ready. */
export function probePages({ service, registry }: Pick<PageSources, "service" | "registry">): readonly Page[] {
  return [healthPage, readyPage(registry, () => unreadiness(registry, service.store))];
}

/**
 * The pages of a server besides its resources (HTTP API). Anyone may ask for its health; for other pages the
 * authorizer is asked, with a `get` of that path.
 */
export function servicePages({ service, registry, metrics, logic, openapi }: PageSources): readonly Page[] {
  const guarded = (path: string, respond: Page["respond"], page: AccessiblePage): Page => ({
    path,
    async respond(request) {
      const wanted = { of: "page", page } as const;
      await admit(service, { request, wanted, attributes: () => pageAttributes(request, page) });
      return respond(request);
    },
  });
  const page = (path: AccessiblePage, respond: Page["respond"]): Page => guarded(path, respond, path);
  const document = readOnce(() => OpenApiDocument.read(openapi));
  const version = readOnce(documentationVersion);
  return [
    { path: "/", respond: (request) => redirect(`${mountPathOf(request)}/docs`) },
    ...probePages({ service, registry }),
    page("/metrics", async () => ({
      ...text(200, await metrics.print()),
      type: "text/plain; version=0.0.4; charset=utf-8",
    })),
    page("/controllers", () => controllersPage(logic)),
    page("/openapi.json", async (request) => {
      const body = (await document()).servedBelow(mountPathOf(request));
      return { status: 200, type: "application/json", body };
    }),
    page("/docs", async (request) => {
      const { title, origins } = await document();
      const place = { mountPath: mountPathOf(request), version: await version() };
      return html(documentationPage({ info: { title } }, place), documentationPolicy(origins));
    }),
    // Who may read the page may read what it is made of: an authorizer knows one path for both.
    ...documentationFileNames.map((name) =>
      guarded(`/docs/${name}`, (request) => documentationFiles.answer(name, request), "/docs"),
    ),
  ];
}

/** Why not every plugin can be served; empty once all have started and the database answers. */
export function unreadiness(registry: PluginRegistry, store: Store): readonly string[] {
  const database = store.unavailable();
  return [...(database === undefined ? [] : [database]), ...registry.unready()];
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
