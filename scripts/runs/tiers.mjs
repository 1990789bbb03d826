// Which run takes which test file: see docs/decisions/tests-in-tiers.md. A file that is named nowhere here belongs to `npm test`.

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
export const sharing = [
  `test/{bench/src,cli,client,crash,declaration,deploying,docs,migrate,openapi,people,plugins,prisma,references,scaffold,scripts,server,sign-in,store,types,validator,versions}/**/!(${alone.join("|")}).test.ts`,
  "examples/*/test/**/*.test.ts",
];

/** Rules that take fifteen seconds and more to check, because they compile much or start many services: a landing runs them, `npm test` does not. */
export const long = [
  "examples/people-web/test/people-web.test.ts",
  "packages/{client,model}/src/type-tests.test.ts",
  "packages/generator/src/{incremental,check/check,diagnostic/documentation,document/emit-document-client}.test.ts",
  "packages/generator/src/read/{read-project,code/reached-code,docs/read-annotations,types/read-type}.test.ts",
  "test/agreement/agreement.test.ts",
  "test/cli/{add,database,examples,history,served-objects,tenant,token,transfer,user}.test.ts",
  "test/crash/killed-service.test.ts",
  "test/declaration/filled.test.ts",
  "test/docs/{recipes-page,release-pages,tenants-page}.test.ts",
  "test/openapi/answers.test.ts",
  "test/people/client.test.ts",
  "test/plugins/manifests.test.ts",
  "test/prisma/evolution.test.ts",
  "test/references/races.test.ts",
  "test/releases/{stored-defaults,ten-changes,typed-steps}.test.ts",
  "test/scaffold/scaffold.test.ts",
  "test/server/{access-{matrix,property,writes},agents,audit,controller-watches,controllers,evolution,fence}.test.ts",
  "test/server/{history,history-access,hook-{failures,histories},ignored-case,import,mounted,operator-paths,process}.test.ts",
  "test/server/{random-endpoints,releases,required-files,search,selected-by-others,several-fields}.test.ts",
  "test/server/{start-checks,tokens,watch}.test.ts",
  "test/sign-in/{provider-sign-in,signing-up}.test.ts",
  "test/store/{aggregates,alternatives,batches,contract,doctor,identities,index-build}.test.ts",
  "test/subscriptions/{expiry,rights}.test.ts",
  "test/tenants/{nothing-crosses,tenants}.test.ts",
  "test/types/hostile-text.test.ts",
];

/** Rules that need a browser, other servers, packages from a registry, or programs of the system. */
export const outside = ["test/conduit/**/*.test.ts", "test/docs/tutorial-page.test.ts", "test/install/install.test.ts"];

/** The console in a browser. Its pages do not depend on which Node.js serves them. */
export const ofConsole = ["test/console/**/*.test.ts"];

/**
 * What fails where a race is lost, where a process is killed at a bad moment, with very many objects, or with other versions of everything. The
 * night runs them, and all others with every random case on every database.
 */
export const night = [
  // Kills, stops and broken connections.
  "test/backup/*.test.ts",
  "test/citus/**/*.test.ts",
  "test/cli/as-is/*.test.ts",
  "test/crash/{crash,killed-evolution}.test.ts",
  "test/deploying/**/*.test.ts",
  "test/postgres/{failover,poolers,replica,silence,standbys}.test.ts",
  "test/server/{build-start,evolved-once,killed-{finalizer,manifests},leadership,one-process,reads-while-evolving}.test.ts",
  "test/sign-in/processes.test.ts",
  "test/store/{batch-races,locks-of-others,streams}.test.ts",
  "test/subscriptions/{hostile-receivers,killed-sender,many,processes}.test.ts",
  "test/tenants/{many,processes,slow-release}.test.ts",
  // Random and hostile input beyond what a landing takes.
  "test/releases/rolling-updates.test.ts",
  "test/server/fuzz/*.test.ts",
  "test/versions/random-versions.test.ts",
  // Very many objects, or very large ones.
  "test/bench/service.test.ts",
  "test/console/million-objects.test.ts",
  "test/references/large-objects.test.ts",
  "test/server/{many-objects,slow-{readers,transaction}}.test.ts",
  "test/store/list-matrix.test.ts",
  // Other compilers, linters, browsers' pages, package managers, proxies and versions.
  "test/agreement/{alone,published/*}.test.ts",
  "test/{browser,client-package}/**/*.test.ts",
  "test/cli/compiled-places.test.ts",
  "test/console/{compared,screenshots}.test.ts",
  "test/install/!(install).test.ts",
  "test/lint/**/*.test.ts",
  "test/openapi/lint.test.ts",
  "test/react/hooks.test.ts",
  "test/scaffold/{dev,docker,init,npm-test,starts}.test.ts",
  "test/scripts/release.test.ts",
  "test/site/**/*.test.ts",
];

/** The projects of `npm test`, and those of a landing. The night runs all. */
export const usualProjects = ["packages", "sharing", "system"];
export const landingProjects = [...usualProjects, "long", "outside", "console"];
