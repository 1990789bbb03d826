import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { createDatabase } from "../postgres/create-database.js";
import { isNight } from "../tier.js";
import { startPeople } from "./people-server.js";
import { holdsAt } from "./rule.js";
import { rules } from "./rules.js";

/** With a URL in `CMGEN_CONFORMANCE_URL` the rules are held against the people service there, whoever runs it and on what. */
const elsewhere = process.env["CMGEN_CONFORMANCE_URL"];

const inSchema = "a schema of postgresql";

// On both databases in each run: files about what stands above the store rely on it.
const here = ["sqlite", "postgresql", ...(isNight ? [inSchema] : [])];

describe.each(elsewhere === undefined ? here : [elsewhere])("the contract on %s", (where) => {
  let server: RunningServer | undefined;
  let url = where;

  beforeAll(async () => {
    if (where === elsewhere) return;
    server =
      where === inSchema
        ? await startPeople("postgresql", { databaseUrl: `${await createDatabase()}?schema=Wörk%20"Team"` })
        : await startPeople(where === "sqlite" ? where : "postgresql");
    ({ url } = server);
  });
  afterAll(() => server?.close());

  describe.each(Object.entries(rules))("%s", (_, rows) => {
    it.each(rows.map((row) => [row.rule, row] as const))("%s", async (_rule, row) => {
      await expect(holdsAt(url, row)).resolves.toBeUndefined();
    });
  });

  it("is held by rules that each are there once", () => {
    const sentences = Object.values(rules).flatMap((rows) => rows.map(({ rule }) => rule));
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});
