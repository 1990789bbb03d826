import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { examined } from "../backup/cmgen-process.js";
import { createPeople, lostOnNextPage, tokensOf, watchFrom } from "../backup/people-calls.js";
import { type PeopleService, startPeopleService } from "../people/people-service.js";
import { postgresProcess, serverUser } from "../postgres/postgres-process.mjs";
import { pageBlock, replaceIn } from "./page-block.js";
import { runPageSession } from "./page-session.js";
import { postgresWithTools } from "./tools-server.js";

const programs = postgresWithTools();
if (programs === undefined)
  process.stderr.write("\nSKIPPED: continuous archiving: no PostgreSQL in /usr/lib/postgresql\n\n");

const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
});

const names = async ({ url }: PeopleService): Promise<ReadonlySet<string>> => {
  const response = await fetch(`${url}/apis/people.example.com/v1alpha1/people?size=500`);
  const { items } = (await response.json()) as { items: readonly { metadata: { name: string } }[] };
  return new Set(items.map(({ metadata }) => metadata.name.replace(/-\d+$/, "")));
};

describe.skipIf(programs === undefined)("a server that archives its log as the page says", () => {
  it("goes back to a moment, and its service gives nobody a past that is gone", { timeout: 300_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-recovery-"));
    undo.push(() => rmSync(folder, { recursive: true }));
    chmodSync(folder, 0o755);
    const user = serverUser();
    // The server's folder is its user's own, as that of a Debian package is.
    const [home, backups] = [join(folder, "home"), join(folder, "backups")];
    for (const made of [home, backups, join(backups, "wal")]) {
      mkdirSync(made);
      if (user !== undefined) chownSync(made, user.uid, user.gid);
    }
    const settings = replaceIn(pageBlock("ini archive-postgresql"), { "/var/backups/people": backups })
      .trim()
      .split("\n")
      .map((line) => line.replace(/^(\w+) = '?(.*?)'?$/, "$1=$2"));
    const data = join(home, "main");
    let server = await postgresProcess({ programs, data, settings });
    await server.start();
    undo.push(() => server.stop());
    let databaseUrl = `${server.url}/postgres`;
    const query = async (text: string): Promise<readonly Record<string, unknown>[]> => {
      const client = new pg.Client(databaseUrl);
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(text)).rows;
      } finally {
        await client.end();
      }
    };
    const page = { "/var/backups/people": backups };
    const session = { ...(programs !== undefined && { programs }), user };

    let service = await startPeopleService({ CMGEN_DATABASE_URL: databaseUrl });
    undo.push(() => service.kill());
    await createPeople(service.url, "first", 10);
    await runPageSession("console base-postgresql", {
      ...session,
      places: { ...page, "postgresql://postgres:secret@db.example.com:5432": server.url },
    });
    await createPeople(service.url, "kept", 20);
    const kept = await tokensOf(service.url);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const [moment] = await query("SELECT now()::text AS at");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await createPeople(service.url, "lost", 20);
    const lost = await tokensOf(service.url);
    const [segment] = await query("SELECT pg_walfile_name(pg_switch_wal()) AS name");
    await expect.poll(() => readdirSync(join(backups, "wal"))).toContain(segment?.["name"]);

    await runPageSession("console recover-postgresql", {
      ...session,
      places: {
        ...page,
        "/var/lib/postgresql/15": home,
        "2030-01-02 12:00:00+00": String(moment?.["at"]),
      },
      systemctl: async (verb, unit) => {
        if (unit === "people") {
          if (verb === "start") service = await startPeopleService({ CMGEN_DATABASE_URL: databaseUrl });
          else expect(await service.stop()).toBe(0);
          return;
        }
        if (verb === "stop") return server.stop();
        server = await postgresProcess({ programs, data, settings });
        await server.start();
        databaseUrl = `${server.url}/postgres`;
        await expect.poll(() => query("SELECT pg_is_in_recovery() AS r")).toEqual([{ r: false }]);
      },
    });

    expect([...(await names(service))]).toEqual(expect.arrayContaining(["first", "kept"]));
    expect(await names(service)).not.toContain("lost");
    const all = async () => [
      await watchFrom(service.url, kept.revision),
      await watchFrom(service.url, lost.revision),
      await lostOnNextPage(service.url, lost.next),
    ];
    expect(await all()).toEqual([200, 410, []]);
    await createPeople(service.url, "new", 40);
    expect(await all()).toEqual([200, 410, []]);
    await examined(databaseUrl);
    expect(await service.stop()).toBe(0);
  });
});
