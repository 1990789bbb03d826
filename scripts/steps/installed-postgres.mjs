import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The oldest PostgreSQL that is tested. The newest is the one that tests bring along. docs/deploying.md names both. */
export const oldestPostgres = 15;

/** What a landing runs on it: what depends most on the version, which is plans, locks and writes. */
export const landingOfOldestPostgres = [
  ...["concurrency", "contract", "creates-together", "hash-joins", "kept-plans"].map(
    (name) => `test/store/${name}.test.ts`,
  ),
  ...["large-objects", "list-round-trips", "long-lists", "postgres-locks"].map((name) => `test/store/${name}.test.ts`),
  "test/server/concurrency.test.ts",
];

/** What the night runs on it: these, what is sent when, and whole services. */
export const nightOfOldestPostgres = [
  ...landingOfOldestPostgres,
  ...["locks-of-others", "streams"].map((name) => `test/store/${name}.test.ts`),
  ...["replica", "restart", "standbys"].map((name) => `test/postgres/${name}.test.ts`),
  ...["processes", "slow-readers"].map((name) => `test/server/${name}.test.ts`),
];

/** Where Debian's packages install servers, each version in a folder of its own. */
const INSTALLED = "/usr/lib/postgresql";

/** The folders of the programs of installed servers, oldest version first. */
export function installedPostgres() {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).toSorted((a, b) => Number(a) - Number(b)) : [];
  const folders = versions.map((version) => join(INSTALLED, version, "bin"));
  return folders.filter((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name))));
}

/** The folder of the programs of the oldest PostgreSQL that is tested: an environment variable names it, or it is installed. */
export function oldestPostgresFolder() {
  const named = process.env.CMGEN_TEST_POSTGRES;
  if (named !== undefined) return named;
  return installedPostgres().find((folder) => folder === join(INSTALLED, String(oldestPostgres), "bin"));
}

/** Says what a run did not test. */
export function sayUntestedPostgres() {
  const how = oldestPostgresFolder() === undefined ? "install it, and run" : "run";
  const what = `PostgreSQL ${oldestPostgres}, the oldest that is supported, was NOT tested, only the one that tests bring along`;
  process.stderr.write(`\ncmgen: ${what}: ${how} npm run test:postgres\n\n`);
}
