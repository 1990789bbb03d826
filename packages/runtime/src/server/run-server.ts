import { collectionPath } from "@cmgen/model";
import { MigrationError } from "@cmgen/store";
import { ConfigurationError } from "../error/configuration-error.js";
import { watchEscapedErrors } from "./escaped-errors.js";
import type { ServerOptions } from "./server-options.js";
import { startServer, type RunningServer } from "./start-server.js";

/**
 * Runs a server as a process of its own: starts it, logs where it listens, and stops it on SIGTERM or SIGINT with exit code 0. When it
 * cannot be started, the process ends with exit code 1 and the reason on standard error.
 */
export async function runServer(options: ServerOptions): Promise<void> {
  try {
    const server = await startServer(options);
    watchEscapedErrors(options.plugins, server.service.log);
    // Before the line is logged: its reader may stop the process at once.
    stopOnSignals(server);
    logAddresses(server, options);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = 1;
  }
}

function describe(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof MigrationError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function logAddresses({ url, pagesUrl = url, service: { log } }: RunningServer, options: ServerOptions): void {
  const resources = options.plugins.flatMap((plugin) =>
    plugin.resources.map(({ model }) => `${url}${collectionPath(model)}`),
  );
  log.info(
    {
      url,
      resources,
      ...(options.console === true && { console: `${url}/console` }),
      docs: `${pagesUrl}/docs`,
      openapi: `${pagesUrl}/openapi.json`,
      ready: `${url}/readyz`,
    },
    "listening",
  );
}

/** Some package managers hand on the signal that a terminal has sent to all processes: what comes so soon is the same Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;

/** A later signal exits at once. */
function stopOnSignals(server: RunningServer): void {
  let first: number | undefined;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (first === undefined) {
        first = performance.now();
        void stop(server, signal);
      } else if (performance.now() - first > SAME_SIGNAL_MS) process.exit(1);
    });
  }
}

async function stop({ close, service: { log } }: RunningServer, signal: NodeJS.Signals): Promise<void> {
  const begun = performance.now();
  log.info({ signal }, "stopping");
  try {
    await close();
  } catch (error) {
    log.error({ err: error }, "stop failed");
    process.exit(1);
  }
  log.info({ ms: Math.round(performance.now() - begun) }, "stopped");
  process.exit(0);
}
