import type { TestProject } from "vitest/node";
import { startPostgresServer } from "./postgres-server.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the run's PostgreSQL server, without a database. */
    postgresUrl: string;
  }
}

/** Starts one real PostgreSQL for the whole run; each test file makes a database of its own in it. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  project.provide("postgresUrl", server.url);
  return () => server.remove();
}
