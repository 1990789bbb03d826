import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.js";
import { NameUnendedFiles } from "./test/name-unended-files.js";

/** Where `npm test` reads what has passed and failed. */
const outputFile = process.env["CMGEN_TEST_RESULTS"];
const results: ["json", { outputFile: string }][] = outputFile === undefined ? [] : [["json", { outputFile }]];

/** What every project has: a generous limit for tests that compile or start a server on a busy machine. */
const shared = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // What a test waits for comes within milliseconds on an idle machine; a busy one may stand still for a second.
  expect: { poll: { timeout: 20_000 } },
  exclude: ["**/node_modules/**", "**/dist/**"],
  // Compiled packages are loaded by Node.js itself, as their users load them. Vite would transform each module again for each file.
  server: { deps: { external: [/\/dist\//] } },
};

/** Files that have a process to themselves: they measure time or memory, to which others add, or set its clock or environment. */
const alone = [
  "change-log",
  "command-line-page",
  "docs",
  "hostile-clients",
  "large-objects",
  "list-round-trips",
  "locks-of-others",
  "many-objects",
  "reference-pages",
  "slow-readers",
  "sqlite-writer",
  "streams",
];

/** Files whose tests change nothing of the process that they run in: servers and databases are opened and closed. */
const sharing = [
  `test/{bench/src,cli,client,crash,declaration,deploying,docs,migrate,openapi,people,plugins,prisma,references,scaffold,scripts,server,sign-in,store,types,validator,versions}/**/!(${alone.join("|")}).test.ts`,
  "examples/*/test/**/*.test.ts",
];

/**
 * Files that take fifteen seconds and more beside two others, because they update and kill services, fill databases, compile much, or go
 * through all types and all benches: `npm run test:long`.
 */
const long = [
  "examples/people-web/test/people-web.test.ts",
  "packages/{client,model}/src/type-tests.test.ts",
  "packages/generator/src/{incremental,check/check,diagnostic/documentation,document/emit-document-client}.test.ts",
  "packages/generator/src/read/{read-project,code/reached-code,docs/read-annotations,types/read-type}.test.ts",
  "test/agreement/{agreement,alone}.test.ts",
  "test/backup/{full-disk,restore,restored-subscriptions,running-backup,schema-restore}.test.ts",
  "test/bench/service.test.ts",
  "test/cli/{add,compiled-places,database,examples,history,served-objects,tenant,token,transfer,user}.test.ts",
  "test/cli/as-is/{as-is,many-copied-objects}.test.ts",
  "test/console/million-objects.test.ts",
  "test/crash/*.test.ts",
  "test/declaration/filled.test.ts",
  "test/docs/{recipes-page,release-pages,tenants-page}.test.ts",
  "test/lint/**/*.test.ts",
  "test/openapi/{answers,lint}.test.ts",
  "test/people/client.test.ts",
  "test/plugins/manifests.test.ts",
  "test/postgres/{replica,silence,standbys}.test.ts",
  "test/prisma/evolution.test.ts",
  "test/references/{large-objects,races}.test.ts",
  "test/releases/**/*.test.ts",
  "test/scaffold/scaffold.test.ts",
  "test/scripts/release.test.ts",
  "test/server/{access-{matrix,property,writes},agents,audit,build-start,controller-watches,controllers,evolution,evolved-once,fence}.test.ts",
  "test/server/{fuzz/fuzz,history,history-access,hook-{failures,histories},ignored-case,import,killed-{finalizer,manifests},leadership}.test.ts",
  "test/server/{many-objects,mounted,one-process,operator-paths,process,random-endpoints,reads-while-evolving,releases}.test.ts",
  "test/server/{required-files,search,selected-by-others,several-fields,slow-{readers,transaction},start-checks,tokens,watch}.test.ts",
  "test/sign-in/{processes,provider-sign-in,signing-up}.test.ts",
  "test/store/{aggregates,alternatives,batches,contract,doctor,identities,index-build,list-matrix,locks-of-others,streams}.test.ts",
  "test/subscriptions/{expiry,hostile-receivers,killed-sender,many,processes,rights}.test.ts",
  "test/tenants/{many,nothing-crosses,processes,slow-release,tenants}.test.ts",
  "test/types/hostile-text.test.ts",
  "test/versions/random-versions.test.ts",
];

/** Files that need a browser, other servers, packages from a registry, or programs of the system: `npm run test:outside`. */
const outside = [
  "test/{browser,citus,client-package,conduit,deploying,install}/**/*.test.ts",
  "test/docs/tutorial-page.test.ts",
  "test/postgres/{failover,poolers}.test.ts",
  "test/react/hooks.test.ts",
  "test/scaffold/{dev,docker,init,npm-test,starts}.test.ts",
];

/** The console and the documentation in a browser: `npm run test:console`. Their pages do not depend on which Node.js serves them. */
const ofConsole = ["test/{console,site}/**/*.test.ts"];

export default defineConfig({
  test: {
    // Most tests wait for processes and databases. With three workers on two processors those take 0.8 times as long as with two.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    // Minutes: more than the longest limit of a test.
    reporters: ["default", new NameUnendedFiles(12), ...results],
    projects: [
      // Modules of packages keep no state but caches: their tests share a few processes.
      {
        test: {
          ...shared,
          name: "packages",
          isolate: false,
          include: ["packages/*/src/**/*.test.ts"],
          exclude: [...shared.exclude, ...long],
        },
      },
      {
        test: {
          ...shared,
          name: "sharing",
          isolate: false,
          include: sharing,
          exclude: [...shared.exclude, ...long, ...outside],
          setupFiles: ["test/leaves-nothing-behind.ts", "test/postgres/drops-databases.ts"],
          restoreMocks: true,
          globalSetup: ["test/postgres/global-setup.ts"],
        },
      },
      {
        test: {
          ...shared,
          name: "system",
          include: ["test/**/*.test.ts"],
          exclude: [...shared.exclude, ...sharing, ...long, ...outside, ...ofConsole],
          setupFiles: ["test/postgres/drops-databases.ts"],
          globalSetup: ["test/postgres/global-setup.ts"],
        },
      },
      {
        test: {
          ...shared,
          name: "long",
          include: long,
          setupFiles: ["test/postgres/drops-databases.ts"],
          globalSetup: ["test/postgres/global-setup.ts"],
        },
      },
      {
        test: {
          ...shared,
          name: "outside",
          include: outside,
          exclude: [...shared.exclude, ...long],
          setupFiles: ["test/postgres/drops-databases.ts"],
          globalSetup: ["test/postgres/global-setup.ts"],
        },
      },
      { test: { ...shared, name: "console", include: ofConsole, exclude: [...shared.exclude, ...long] } },
    ],
  },
});
