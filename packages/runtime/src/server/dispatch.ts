import type { IncomingMessage } from "node:http";
import { collectionPath } from "@cmgen/model";
import type { MigrationStatus } from "@cmgen/store";
import { endpointsOf } from "../endpoint/endpoints-of.js";
import { createEndpointRouter } from "../endpoint/endpoint-router.js";
import type { Endpoints } from "../endpoint/endpoints.js";
import { sendProblem } from "../http/send-problem.js";
import { watchDetector } from "../http/watch-operation.js";
import type { RequestHandler } from "../http/request-handler.js";
import { decodeSegment, splitTarget } from "../http/request-target.js";
import { batchPath } from "../batch/batch-path.js";
import { importPath } from "../transfer/import-path.js";
import { MCP_PATH } from "./agents/mcp-handler.js";
import { accessPaths } from "./access-paths.js";
import { createOwnRouter, OWN_BASE } from "./own-paths.js";
import type { LogicRunners } from "./logic-runners.js";
import { operatorPaths } from "./operator-paths.js";
import { signInPaths } from "../sign-in/sign-in-paths.js";
import type { Plugin } from "../plugin/plugin.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { ConfigurationError } from "../error/configuration-error.js";
import { notReadyError, type Service } from "../host/service.js";

/** A handler and the name its requests are counted under. */
export interface NamedHandler {
  readonly name: string;
  readonly handle: RequestHandler;
  /** Whether a request with a query is a watch, which is counted separately. Endpoints have none. */
  readonly isWatch?: (request: IncomingMessage) => boolean;
}

/** Finds the generated or custom routes of a path: one look-up, however many types there are. */
export type Dispatch = (url: string) => NamedHandler | undefined;

/** What the table of routes is made of. */
export interface Dispatching {
  readonly service: Service;
  readonly registry: PluginRegistry;
  readonly logic: LogicRunners;
  readonly migrations: readonly MigrationStatus[];
  /** What answers agents, where the service has tools for them. */
  readonly mcp: RequestHandler | undefined;
}

/** Makes the table of all plugins' routes: by the paths of resources, and by those that endpoints are below. */
export function createDispatch({ service, registry, logic, migrations, mcp }: Dispatching): Dispatch {
  const resources = resourceHandlers(service, registry);
  const findModel = (apiVersion: unknown, kind: unknown): ModelDescriptor | undefined => {
    const model = registry.findModel(apiVersion, kind);
    return model !== undefined && isServed(service, model) ? model : undefined;
  };
  const endpoints = new Map([
    ...notImportedHandlers(service, registry),
    ...endpointHandlers(service, registry),
    [
      OWN_BASE,
      {
        name: "-",
        handle: createOwnRouter(service, [
          ...accessPaths(registry),
          ...operatorPaths({ registry, logic, migrations }),
          ...signInPaths(service),
          batchPath(service, findModel),
          importPath(service, findModel),
        ]),
      },
    ],
  ]);
  const ownBases = [...endpoints.keys()].filter(isOwnBase).toSorted((one, other) => other.length - one.length);
  const agents = mcp && { name: "mcp", handle: mcp };
  return (url) => {
    const { path } = splitTarget(url);
    // Most paths are plain paths of a resource, which are found without splitting them.
    const plain = resources.get(firstSegments(path));
    if (plain !== undefined) return plain;
    const [, apis, group, version, plural] = path.split("/", 5).map(decodeSegment);
    if (path === MCP_PATH) return agents;
    if (apis !== "apis") return endpoints.get(ownBases.find((base) => isBelow(path, base)) ?? "");
    if (group === "-") return endpoints.get(OWN_BASE);
    const base = `/apis/${group}/${version}`;
    return resources.get(`${base}/${plural}`) ?? endpoints.get(base);
  };
}

/** `/apis/<group>/<version>/<plural>` of a longer path. */
function firstSegments(path: string): string {
  let end = 0;
  for (let segment = 0; segment < 4 && end >= 0; segment++) end = path.indexOf("/", end + 1);
  return end < 0 ? path : path.slice(0, end);
}

/** Users are the service's own, and no objects of a tenant. */
function isServed({ home }: Service, { table, served }: ModelDescriptor): boolean {
  return served !== false && table !== home?.users?.model.table;
}

function resourceHandlers(service: Service, { plugins }: PluginRegistry): ReadonlyMap<string, NamedHandler> {
  const resources = plugins.flatMap((plugin) => plugin.resources.filter(({ model }) => isServed(service, model)));
  return new Map(
    resources.map(({ model, createRouter }) => [
      collectionPath(model),
      {
        name: `${model.plural}.${model.group}/${model.version}`,
        handle: createRouter(service),
        isWatch: watchDetector(model),
      },
    ]),
  );
}

/** By the paths that the endpoints are below. */
function endpointHandlers(service: Service, registry: PluginRegistry): ReadonlyMap<string, NamedHandler> {
  const handlers = new Map<string, NamedHandler>();
  for (const plugin of registry.plugins) {
    const endpoints = plugin.endpoints.flatMap(endpointsOf);
    const bases = [...new Set(endpoints.map(({ base }) => base))];
    assertDistinctRoutes(plugin, endpoints);
    for (const base of bases) {
      assertOwnGroup(plugin, base, registry);
      assertFree(plugin, base, handlers);
    }
    for (const base of bases) {
      // Of two paths of a plugin one may be below the other.
      const own = endpoints.filter((each) => (isOwnBase(base) ? isOwnBase(each.base) : each.base === base));
      handlers.set(base, {
        name: nameOf(base),
        handle: endpointHandler(service, registry, { plugin, endpoints: own }),
      });
    }
  }
  return handlers;
}

/** Whether endpoints are below a path of the plugin's own, instead of an API version. */
function isOwnBase(base: string): boolean {
  return !base.startsWith("/apis/");
}

function isBelow(path: string, base: string): boolean {
  return path.startsWith(`${base}/`);
}

/** What requests are counted under: the API version, or the plugin's own path. */
function nameOf(base: string): string {
  return base.replace(/^\/apis\//, "");
}

function assertFree({ name }: Plugin, base: string, taken: ReadonlyMap<string, unknown>): void {
  const other = [...taken.keys()].find((each) => each === base || isBelow(each, base) || isBelow(base, each));
  if (other === undefined) return;
  const clash = other === base ? `below ${base}` : `below ${base} and below ${other}`;
  throw new ConfigurationError(
    `Two plugins have endpoints ${clash}, one of them ${name}. Give one of them another group, version or path.`,
  );
}

/** What plugins would serve whose modules could not be imported: a 404 would say that their objects are gone. */
function notImportedHandlers(service: Service, registry: PluginRegistry): ReadonlyMap<string, NamedHandler> {
  const entries = registry.plugins.flatMap((plugin) =>
    (plugin.importFailure?.paths ?? []).map((base): [string, NamedHandler] => {
      const handle: RequestHandler = (request, response, next) => {
        const notReady = registry.notReady(plugin);
        if (notReady === undefined) next();
        else sendProblem(request, response, { error: notReadyError(notReady), log: service.log });
      };
      return [base, { name: nameOf(base), handle }];
    }),
  );
  return new Map(entries);
}

function endpointHandler(
  service: Service,
  registry: PluginRegistry,
  { plugin, endpoints }: { readonly plugin: Plugin; readonly endpoints: readonly Endpoints[] },
): RequestHandler {
  const owner = { plugin: plugin.name };
  return createEndpointRouter(service, { endpoints, owner, notReady: () => registry.notReady(plugin) });
}

/** Of two routes with one method and one form of path the second would never be reached. */
function assertDistinctRoutes({ name }: Plugin, endpoints: readonly Endpoints[]): void {
  const seen = new Map<string, string>();
  for (const { base, routes } of endpoints) {
    for (const { method, path } of routes) {
      if (method === undefined || path === undefined) continue;
      const key = `${method} ${base}${path.replace(/\{[^}]*\}/g, "{}")}`;
      const other = seen.get(key);
      if (other !== undefined)
        throw new ConfigurationError(
          `The plugin ${name} has two endpoints for the same requests: ${method} ${other} and ${method} ${base}${path}. Give one of them another ` +
            "path or method.",
        );
      seen.set(key, base + path);
    }
  }
}

/** Spec 4.3, rule 5: endpoints have a group of their own, so that they cannot hide a generated route. */
function assertOwnGroup(plugin: Plugin, base: string, { models }: PluginRegistry): void {
  const group = isOwnBase(base) ? undefined : base.split("/")[2];
  if (!models.some((model) => model.group === group)) return;
  throw new ConfigurationError(
    `The plugin ${plugin.name} has endpoints of the group ${group}, which is the group of a resource type. Give them a group of their own, such as ` +
      `console.api.${group}.`,
  );
}
