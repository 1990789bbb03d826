import type { TestProject } from "vitest/node";
import { startPostgresServer } from "./postgres-server.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the project's PostgreSQL server, without a database. */
    postgresUrl: string;
  }
}

/** Starts a real PostgreSQL for the files of a project; each makes databases of its own in it. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  project.provide("postgresUrl", server.url);
  return () => server.remove();
}
