import { expect, test, vi } from "vitest";
import { diffSchemas } from "./diff-schemas.js";

const empty = `datasource db {
  provider = "sqlite"
}
`;
const schema = (table: string): string => `${empty}model ${table} {
  name String @id
}
`;

// As where one program loads two installations of this package that share one of Prisma.
test("two copies of this package in a process use one engine, side by side", async () => {
  expect(await diffSchemas("sqlite", empty, schema("one"))).toContain('CREATE TABLE "one"');
  vi.resetModules();
  const other = await import("./diff-schemas.js");
  expect(other.diffSchemas).not.toBe(diffSchemas);
  const [first, second] = await Promise.all([
    diffSchemas("sqlite", empty, schema("two")),
    other.diffSchemas("sqlite", empty, schema("three")),
  ]);
  expect(first).toContain('CREATE TABLE "two"');
  expect(second).toContain('CREATE TABLE "three"');
});
