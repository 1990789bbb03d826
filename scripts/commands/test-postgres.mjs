import { join } from "node:path";
import { nightOfOldestPostgres, oldestPostgres, oldestPostgresFolder } from "../steps/installed-postgres.mjs";
import { main } from "../steps/main.mjs";
import { root } from "../steps/root.mjs";
import { run } from "../steps/run.mjs";
import { StepFailed } from "../steps/step-failed.mjs";

// npm run test:postgres [-- vitest's arguments]: tests of what depends on the version, on the oldest PostgreSQL.
await main(async () => {
  const programs = oldestPostgresFolder();
  if (programs === undefined) {
    const advice = "install it, or name the folder of its programs in CMGEN_TEST_POSTGRES";
    throw new StepFailed(`PostgreSQL ${oldestPostgres} is not installed in /usr/lib/postgresql: ${advice}.`, 1);
  }
  const selection = process.argv.length > 2 ? process.argv.slice(2) : nightOfOldestPostgres;
  const test = [join(root, "scripts", "test.mjs"), ...selection];
  process.exitCode = await run(process.execPath, test, {
    env: { CMGEN_TEST_POSTGRES: programs, CMGEN_TEST_DATABASES: "postgresql" },
  });
});
