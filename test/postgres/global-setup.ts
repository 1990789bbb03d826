import type { TestProject } from "vitest/node";
import { startPostgresServer, type PostgresServer } from "./postgres-server.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the run's PostgreSQL server, without a database. */
    postgresUrl: string;
  }
}

/** The server of a run, and how many projects use it. */
interface SharedServer {
  readonly server: Promise<PostgresServer>;
  users: number;
}

/** Where projects find it: all are set up in one process, but each by its own copy of this module. */
const shared = globalThis as { cmgenPostgres?: SharedServer | undefined };

/** Starts a real PostgreSQL for the files of a run; each makes databases of its own in it. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const own = (shared.cmgenPostgres ??= { server: startPostgresServer(), users: 0 });
  own.users += 1;
  const server = await own.server;
  project.provide("postgresUrl", server.url);
  return async () => {
    own.users -= 1;
    if (own.users > 0) return;
    shared.cmgenPostgres = undefined;
    await server.remove();
  };
}
