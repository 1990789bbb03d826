import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { migrationsFolder, openapiFile } from "./required-files.js";

const root = pathToFileURL("/srv/people #1 50%/");
const options = { plugins: [], root };

describe("where a service's files are", () => {
  it("is below its root, by default where they are generated", () => {
    expect(migrationsFolder(options, "sqlite")).toBe("/srv/people #1 50%/prisma/migrations");
    expect(migrationsFolder(options, "postgresql")).toBe("/srv/people #1 50%/prisma/postgresql/migrations");
    expect(openapiFile(options)).toBe("/srv/people #1 50%/openapi.json");
  });

  it.each([
    ["db #1/my migrations", "/srv/people #1 50%/db #1/my migrations"],
    ["100%/migrations/", "/srv/people #1 50%/100%/migrations"],
    ["../shared", "/srv/shared"],
    ["/var/lib/migrations", "/var/lib/migrations"],
    ["file:///var/lib/my%20migrations", "/var/lib/my migrations"],
  ])("takes %s as a path", (path, expected) => {
    expect(migrationsFolder({ ...options, migrations: { sqlite: path } }, "sqlite")).toBe(expected);
    expect(openapiFile({ ...options, openapi: path })).toBe(expected);
  });
});
