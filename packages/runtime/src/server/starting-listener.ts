import { ApiError } from "../error/api-error.js";
import { createApp } from "../express/create-app.js";
import { sendProblem } from "../http/send-problem.js";
import { splitTarget } from "../http/request-target.js";
import type { Log } from "../log/log.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import type { Front } from "./front/front.js";
import type { Listener } from "./http-server.js";
import { healthPage, readyPage } from "./readiness.js";

export interface Starting {
  readonly front: Front;
  readonly registry: PluginRegistry;
  readonly log: Log;
  /** Why the service is not ready: a sentence that any caller may read. */
  readonly reason: () => string;
}

/** Answers while the database is being prepared, which may take minutes: the service is alive, and not ready. */
export function startingListener({ front, registry, log, reason }: Starting): Listener {
  const pages = [healthPage, readyPage(registry, () => [reason()])];
  const paths = new Set(pages.map(({ path }) => path));
  const app = createApp(pages, log);
  return (request, response) => {
    if (!front(request, response)) return nothing;
    if (paths.has(splitTarget(request.url ?? "/").path)) app(request, response);
    else
      sendProblem(request, response, {
        error: new ApiError("NotReady", reason(), { headers: { "retry-after": "2" } }),
        log,
      });
    return nothing;
  };
}

function nothing(): void {}
