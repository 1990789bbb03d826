import type { IncomingMessage } from "node:http";
import { ApiError } from "../error/api-error.js";
import type { Page, PageAnswer } from "../express/create-app.js";
import { prefersJson } from "../http/negotiate.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";

/** Whether the process is alive. */
export const healthPage: Page = {
  path: "/healthz",
  respond: () => ({ status: 200, type: "text/plain; charset=utf-8", body: "ok\n" }),
};

/** Whether the service is ready. It is when there are no reasons why it is not. */
export function readyPage(registry: PluginRegistry, reasons: () => readonly string[]): Page {
  return { path: "/readyz", respond: (request) => readiness(registry, reasons(), request) };
}

/**
 * Readiness as text; as JSON, with the state of each plugin, to a client that prefers it.
 *
 * @throws {ApiError} `NotReady` with the reasons, to a client that does not prefer JSON.
 */
function readiness(registry: PluginRegistry, reasons: readonly string[], { headers }: IncomingMessage): PageAnswer {
  const ready = reasons.length === 0;
  const retry = ready ? {} : { "retry-after": "2" };
  if (prefersJson(headers.accept)) {
    // Not its error, which may have what callers must not read.
    const plugins = registry.statuses().map(({ name, state, reason }) => ({ name, state, reason }));
    const body = `${JSON.stringify({ ready, reasons, plugins })}\n`;
    return { status: ready ? 200 : 503, type: "application/json", body, headers: { vary: "accept", ...retry } };
  }
  if (ready) return { status: 200, type: "text/plain; charset=utf-8", body: "ready\n", headers: { vary: "accept" } };
  throw new ApiError("NotReady", reasons.join(" "), { headers: { vary: "accept", ...retry } });
}
