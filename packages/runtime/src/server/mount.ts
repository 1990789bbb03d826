import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { apiVersionOf } from "@cmgen/model";
import { endpointsOf } from "../endpoint/endpoints-of.js";
import { ApiError } from "../error/api-error.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import type { RequestHandler } from "../http/request-handler.js";
import { decodeSegment, mountPathOf, splitTarget } from "../http/request-target.js";
import { sendProblem } from "../http/send-problem.js";
import type { Log } from "../log/log.js";
import { MCP_PATH } from "./agents/mcp-handler.js";
import { CONSOLE_PATH } from "./console/console-pages.js";
import { HttpServer, type Listener } from "./http-server.js";
import { fetchInProcess, type Peer } from "./in-process-connections.js";
import { RunningAnswers } from "./running-answers.js";
import type { ServerLimits } from "./server-limits.js";
import { isLoopback } from "./settings.js";

export interface MountOptions {
  readonly log: Log;
  readonly limits?: Partial<ServerLimits> | undefined;
  /** Whether anybody may call, because an authorizer decides, or the application around it does. */
  readonly isGuarded: boolean;
  /** Whether the service answers requests of a path. */
  owns(request: IncomingMessage): boolean;
}

/** Answers a service's requests that servers of others receive. */
export class Mount {
  readonly #options: MountOptions;
  /** Speaks HTTP with callers within the process. It does not listen. */
  readonly #server: HttpServer;
  readonly #running = new RunningAnswers();
  #listener: Listener | undefined;
  #isClosed = false;

  constructor(options: MountOptions) {
    this.#options = options;
    this.#server = new HttpServer(options);
    this.#server.answerBy((request, response) => {
      this.#answer(request, response);
      return nothing;
    });
  }

  answerBy(listener: Listener): void {
    this.#listener = listener;
  }

  /** Answers a request, or leaves it to `next` where the service has nothing at its path. Mounts in Express, Connect and node:http. */
  readonly handler: RequestHandler = (request, response, next) => {
    if (this.#options.owns(request)) this.#answer(request, response);
    else next();
  };

  /** Answers a web request. `404` where the service has nothing at its path. */
  readonly fetch = (request: Request, peer: Peer): Promise<Response> =>
    fetchInProcess(request, peer, (connection: Duplex) => this.#server.accept(connection));

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined || this.#listener === undefined) {
      sendProblem(request, response, { error: refusal, log: this.#options.log });
      return;
    }
    this.#running.add(response, this.#listener(request, response));
  }

  #refusalOf({ socket }: IncomingMessage): ApiError | undefined {
    if (this.#isClosed)
      return new ApiError("NotReady", "The service has been stopped.", { headers: { "retry-after": "2" } });
    const peer = socket.remoteAddress?.replace(/^::ffff:/i, "") ?? "";
    if (this.#options.isGuarded || isLoopback(peer)) return undefined;
    return new ApiError(
      "Forbidden",
      "This service answers callers on its own machine only: it has neither access rules nor an authorizer. Add src/access.ts, " +
        'give mountService an authorizer, or `authorizer: "none"` where the application around it decides who may call.',
    );
  }

  /** Refuses new requests, lets running answers finish, and breaks off the others after `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true;
    await this.#running.finish(timeoutMs);
    await this.#server.close(0);
  }
}

function nothing(): void {}

/** The pages of a service: see service-pages.ts. `/` leads to the documentation, and is the application's own where nothing is mounted below a path. */
const PAGES = /^\/(?:healthz|readyz|metrics|controllers|openapi\.json|docs(?:\/.*)?)$/;

/** Which optional pages a service has. */
interface OptionalPages {
  readonly tools: boolean;
  readonly console: boolean;
}

/** Makes the function that says whether a service answers requests of a path: its pages, and what its plugins serve. */
export function ownedPaths(
  { plugins, models, users }: PluginRegistry,
  has: OptionalPages,
): (request: IncomingMessage, basePath: string) => boolean {
  const bases = new Set([
    ...models.map((model) => `/apis/${apiVersionOf(model)}`),
    ...plugins.flatMap(({ endpoints }) => endpoints.flatMap(endpointsOf).map(({ base }) => base)),
    ...plugins.flatMap(({ importFailure }) => importFailure?.paths ?? []),
  ]);
  const hasOwnPaths = plugins[0]?.access !== undefined || users !== undefined || has.console;
  const own = [...bases].filter((base) => !base.startsWith("/apis/"));
  return (request, basePath) => {
    const { path } = splitTarget(request.url ?? "/");
    const mountPath = mountPathOf(request);
    const below = mountPath === "" ? pathBelow(path, basePath) : path;
    if (below === undefined) return false;
    if (below === "/") return mountPath !== "" || basePath !== "";
    const [, apis, group, version] = below.split("/", 4).map(decodeSegment);
    if (apis === "apis") return group === "-" ? hasOwnPaths : bases.has(`/apis/${group}/${version}`);
    if (below === MCP_PATH) return has.tools;
    if (below === CONSOLE_PATH || below.startsWith(`${CONSOLE_PATH}/`)) return has.console;
    return PAGES.test(below) || own.some((base) => below.startsWith(`${base}/`));
  };
}

/** A path without the base path; undefined where it is not below it. */
function pathBelow(path: string, basePath: string): string | undefined {
  if (basePath === "") return path;
  if (path === basePath) return "/";
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}
