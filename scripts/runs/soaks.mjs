import { databasesOption } from "./benches.mjs";

const wholeNumber = (text) => (/^[1-9]\d*$/.test(text) ? Number(text) : undefined);

const soak = ({ about, tests, variable, times, of = "how many times" }) => ({
  about,
  tests,
  variable,
  times,
  argument: { name: "times", value: String(times), read: wholeNumber, about: `${of} (default: ${times})` },
});

/** Tests that `npm test` runs a few times and a soak many times: where they are, and which variable has the number. One with a `program` is no test. */
const runs = {
  crash: soak({
    about: "Kills a service while it writes, on each database.",
    tests: "test/crash",
    variable: "CMGEN_CRASHES",
    times: 100,
  }),
  evolve: soak({
    about:
      "Kills a service while it changes 100,000 stored objects, on each database; ends the locks of two that do it, and stops one of them.",
    tests: "test/crash/killed-evolution.test.ts test/server/evolved-once.test.ts",
    variable: "CMGEN_EVOLUTIONS",
    times: 50,
  }),
  rolling: soak({
    about:
      "Updates a service of three processes on PostgreSQL, and one on SQLite, in five ways, beside writes that never stop; kills and stops processes.",
    tests: "test/releases/rolling-updates.test.ts",
    variable: "CMGEN_ROLLING_UPDATES",
    times: 20,
  }),
  model: soak({
    about: "Holds random histories of writes and lists against an oracle, on each database.",
    tests: "test/store/model.test.ts",
    variable: "CMGEN_MODEL_RUNS",
    times: 3000,
    of: "how many histories",
  }),
  references: soak({
    about: "Races of deletions with writes that begin to refer, in three processes.",
    tests: "test/references/races.test.ts",
    variable: "CMGEN_REFERENCE_RACES",
    times: 1000,
    of: "how many races",
  }),
  batches: soak({
    about: "Random batches that overlap, of three processes on PostgreSQL, one of which is killed.",
    tests: "test/store/batch-races.test.ts",
    variable: "CMGEN_BATCH_RACES",
    times: 300,
    of: "how many batches of each of twelve workers",
  }),
  backups: soak({
    about: "Makes and restores backups on each database, beside writers, and kills what makes and restores them.",
    tests: "test/backup",
    variable: "CMGEN_BACKUPS",
    times: 20,
  }),
  citus: soak({
    about:
      "Runs services in schemas of a Citus cluster, whose workers are killed and added, and whose schemas are moved.",
    tests: "test/citus",
    variable: "CMGEN_CITUS_RESTARTS",
    times: 20,
  }),
  tenants: soak({
    about: "Makes many tenants on each database, and looks at what they cost a process while nobody uses them.",
    tests: "test/tenants/many.test.ts",
    variable: "CMGEN_TENANTS",
    times: 1000,
    of: "how many tenants",
  }),
  subscriptions: soak({
    about: "Makes many subscriptions on each database, and looks at what they cost a process.",
    tests: "test/subscriptions/many.test.ts",
    variable: "CMGEN_SUBSCRIPTIONS",
    times: 1000,
    of: "how many subscriptions",
  }),
  benches: soak({
    about: "Runs every bench in miniature, and compares what it measures with what it says.",
    tests: "test/bench/service.test.ts",
    variable: "CMGEN_BENCHES",
    times: 1,
    of: "1, or a few benches are run",
  }),
  senders: soak({
    about: "Kills a service while it sends changes to receivers, on each database.",
    tests: "test/subscriptions/killed-sender.test.ts",
    variable: "CMGEN_SENDER_KILLS",
    times: 50,
  }),
  size: {
    about:
      "Fills each database with very many objects, and measures what a service of them takes, and a release that changes them, beside 100,000.",
    program: "test/bench/launch/launch-size.mjs",
    times: 10_000_000,
    argument: { name: "objects", value: "10000000", read: wholeNumber, about: "how many objects (default: 10000000)" },
    options: { databases: databasesOption },
  },
  workspaces: soak({
    about: "Installs and builds plugins in workspaces of npm, pnpm and yarn.",
    tests: "test/install/workspaces.test.ts",
    variable: "CMGEN_WORKSPACES",
    times: 3,
    of: "how many of the three programs",
  }),
  copies: soak({
    about:
      "Copies a hundred thousand objects between the databases, in all four ways, and kills each import four times.",
    tests: "test/cli/as-is/many-copied-objects.test.ts",
    variable: "CMGEN_COPIED_THINGS",
    times: 70_000,
    of: "how many objects of one kind",
  }),
  runtimes: soak({
    about:
      "Publishes to Verdaccio, makes plugins from it with npm, pnpm, Yarn and Bun, and serves with Deno and Bun; installs these first.",
    tests: "test/install/other-programs.test.ts",
    variable: "CMGEN_RUNTIMES",
    times: 1,
    of: "1, or nothing is done",
  }),
  published: soak({
    about: "Generates from types of published packages, and has the compiler judge values.",
    tests: "test/agreement/published",
    variable: "CMGEN_PUBLISHED_VALUES",
    times: 60,
    of: "how many values of each type",
  }),
  fuzz: soak({
    about: "Sends hostile requests to a service on each database.",
    tests: "test/server/fuzz",
    variable: "CMGEN_FUZZ_REQUESTS",
    times: 20000,
    of: "how many requests",
  }),
};

export const soaks = { call: "npm run soak --", noun: "soak", runs };
