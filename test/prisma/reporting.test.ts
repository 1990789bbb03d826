import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitPrismaClient } from "../../packages/generator/src/emit/prisma/emit-prisma-client.js";
import { person } from "../../packages/generator/src/model/people.test.fixture.js";
import { tableName } from "../../packages/generator/src/storage/table-name.js";
import { deployMigrationsTo } from "../../packages/store/src/migrate/migration-status.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { snippetsOf } from "../docs/snippets.js";
import { createPlugin, type GeneratedPlugin } from "./generated-plugin.js";
import { withRawDatabase } from "./raw-database.js";
import { compilers } from "../tier.js";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const table = tableName(person);

const main = `
import { agesByTag } from "./report.js";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { PrismaClient } from "./prisma-client/client.js";

const file = process.argv[2] ?? "";
const bigints = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
const ages: readonly { specAge: bigint | null; _count: number }[] = await agesByTag(file, "admin");
console.log(JSON.stringify(ages, bigints));

const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: file, readonly: true }) });
const first = await prisma.person.findFirst({ where: { labels: { some: { key: "example.com/team", value: "red" } } }, include: { specTags: true } });
console.log(first?.name, first?.createdAt, Buffer.from(first?.data ?? []).toString(), first?.specTags.map(({ value }) => value).join());
// @ts-expect-error: what is no index is no field
await prisma.person.findFirst({ where: { specGender: "MALE" } }).catch(() => console.log("no such field"));
await prisma.person.deleteMany().catch((error: unknown) => console.log(error instanceof Error && /readonly/.test(error.message)));
await prisma.$disconnect();
`;

const rows = `
INSERT INTO "${table}" (id, name, version, created_at, data, x_spec_name, x_spec_age) VALUES
  (1, 'ann', 1, 1700000000000, CAST('{"kind":"Person"}' AS BLOB), 'Ann', 40), (2, 'bob', 1, 1700000000001, '{}', 'Bob', 30),
  (3, 'cleo', 1, 1700000000002, '{}', 'Cleo', 40), (4, 'dan', 1, 1700000000003, '{}', 'Dan', NULL);
INSERT INTO "${table}___x_spec_tags" (object_id, value) VALUES (1, 'admin'), (1, 'staff'), (2, 'admin'), (3, 'admin'), (4, 'staff');
INSERT INTO "${table}___labels" (object_id, key, value) VALUES (1, 'example.com/team', 'red'), (2, 'example.com/team', 'blue');`;

const strict = {
  target: "ES2023",
  lib: ["ES2023"],
  module: "NodeNext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  rootDir: "src",
  outDir: "dist",
};

describe("the page on reports, with the generated Prisma Client", () => {
  let plugin: GeneratedPlugin;
  let folder = "";

  beforeAll(async () => {
    plugin = await createPlugin();
    folder = await mkdtemp(join(tmpdir(), "cmgen-report-"));
    await symlink(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
    const schema = plugin.schema("sqlite", [person]);
    const client = await emitPrismaClient({ schema, provider: "sqlite", prismaClientDir: "src/prisma-client" });
    const page = await readFile(join(repositoryRoot, "docs/reporting.md"), "utf8");
    const report = snippetsOf("reporting", page).find(({ marks }) => marks.includes("report"))?.text ?? "";
    const files = [...client, { path: "src/report.ts", contents: report }, { path: "src/main.ts", contents: main }];
    for (const { path, contents } of [...files, { path: "package.json", contents: '{ "type": "module" }' }]) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), contents);
    }
  });

  afterAll(async () => {
    await plugin.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(compilers)("compiles under %s, strict", async (compiler) => {
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: strict, include: ["src"] }));
    const tsc = join(dirname(require.resolve(`${compiler}/package.json`, { paths: [repositoryRoot] })), "bin/tsc");
    await expect(run(process.execPath, [tsc, "-p", folder])).resolves.toMatchObject({ stdout: "" });
  });

  test("answers from a database that it cannot change", async () => {
    await plugin.generate([person]);
    const file = join(folder, "people.db");
    await deployMigrationsTo(`file:${file}`, await plugin.migrations("sqlite"));
    await withRawDatabase(`file:${file}`, (database) => database.execute(rows));
    const { stdout } = await run(process.execPath, [join(folder, "dist/main.js"), file]);
    expect(stdout.split("\n")).toEqual([
      '[{"_count":2,"specAge":"40"},{"_count":1,"specAge":"30"}]',
      'ann 1700000000000n {"kind":"Person"} admin,staff',
      "no such field",
      "true",
      "",
    ]);
  });
});
