import { collectionPath } from "@cmgen/model";
import { MigrationError } from "../migrate/migration-error.js";
import { ConfigurationError } from "./configuration-error.js";
import type { ServerOptions } from "./server-options.js";
import { startServer, type RunningServer } from "./start-server.js";

/**
 * Runs a server as a process of its own: starts it, says where it is, and stops it on SIGTERM or SIGINT with exit code 0. What cannot
 * be started ends the process with exit code 1 and one line that says why.
 */
export async function runServer(options: ServerOptions): Promise<void> {
  try {
    const server = await startServer(options);
    // Whoever reads where it is may stop it at once.
    stopOnSignals(server);
    announce(server, options);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = 1;
  }
}

function describe(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof MigrationError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function announce({ url }: RunningServer, { plugins }: ServerOptions): void {
  const paths = plugins.flatMap(({ resources }) => resources.map(({ model }) => collectionPath(model)));
  const lines = [
    `Listening on ${url}`,
    ...paths.map((path) => `  ${url}${path}`),
    `  ${url}/docs, ${url}/openapi.json, ${url}/readyz`,
    ...(paths[0] === undefined ? [] : [`Try: curl '${url}${paths[0]}?size=10'`]),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** A second signal does not wait. */
function stopOnSignals(server: RunningServer): void {
  const stop = (): void => {
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${describe(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1));
      stop();
    });
  }
}
