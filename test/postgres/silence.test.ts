import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import { peoplePlugin } from "../server/people-server.js";
import { createDatabase } from "./create-database.js";
import { startSilencedProxy, type SilencedProxy } from "./silenced-proxy.js";

const TIMEOUT = 1500;

/** By when a request is answered, on any machine. One that waits for the database hangs for as long as that is silent. */
const LONGEST_ANSWER = 30_000;

interface Reply {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;
}

describe("a PostgreSQL server that does not do what it is asked to", () => {
  let database: string;
  let proxy: SilencedProxy;
  let server: RunningServer;
  let people: string;

  /** Starts a service with a database of its own behind a proxy. */
  const start = async (own: string): Promise<[SilencedProxy, RunningServer]> => {
    const before = await startSilencedProxy(own);
    const plugin = peoplePlugin();
    const given = {
      databaseUrl: before.url,
      databaseTimeout: `${TIMEOUT}ms`,
      limits: { listTimeout: `${3 * TIMEOUT}ms` },
    } as const;
    const started = await startServer({ plugins: [plugin], root: plugin.root, port: 0, log: silentLog, ...given });
    await started.started;
    return [before, started];
  };
  const peopleOf = ({ url }: RunningServer): string => `${url}/apis/people.example.com/v1alpha1/people`;

  beforeEach(async () => {
    database = await createDatabase();
    [proxy, server] = await start(database);
    people = peopleOf(server);
    return async () => {
      proxy.reset();
      await server.close();
      await proxy.close();
    };
  });

  const send = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(LONGEST_ANSWER) });
    const text = await response.text();
    const isProblem = response.headers.get("content-type")?.includes("problem") === true;
    return {
      status: response.status,
      code: isProblem ? (JSON.parse(text) as { code: string }).code : undefined,
      retryAfter: response.headers.get("retry-after"),
    };
  };

  const create = (name: string, path = people): Promise<Reply> =>
    send(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name }, spec: { name } }),
    });

  /** Reads, pages, lists of all and writes, all at once. */
  const sendSome = (tag: string, path = people): Promise<readonly Reply[]> =>
    Promise.all([
      ...Array.from({ length: 8 }, () => send(`${path}/ann`)),
      ...Array.from({ length: 8 }, (_, number) => create(`${tag}-${number}`, path)),
      ...["?size=5", "?limit=5", "", "?fieldSelector=spec.name=ann"].map((query) => send(`${path}${query}`)),
    ]);

  const expectAway = (replies: readonly Reply[]): void => {
    const seen = replies.map(({ status, code, retryAfter }) => ({ status, code, retryAfter }));
    expect(seen).toEqual(replies.map(() => ({ status: 503, code: "NotReady", retryAfter: "2" })));
  };

  const ready = async (of = server): Promise<number> => (await send(`${of.url}/readyz`)).status;

  /** Until reads and writes are answered, and readiness says so. */
  const expectBack = async (): Promise<void> => {
    await expect.poll(() => ready(), { timeout: 20_000 }).toBe(200);
    expect((await send(`${people}/ann`)).status).toBe(200);
    // While the service tries whether it can write at all, a write waits for that, on a busy machine for longer than it may.
    await expect.poll(async () => (await create(`back-${Date.now()}`)).status).toBe(201);
  };

  const ROUNDS = 20;
  it("and falls silent: 503 in time, told by /readyz, over by itself", { timeout: 120_000 }, async () => {
    proxy.silence();
    const replies = await sendSome("silent");
    expectAway(replies);
    expect(await ready()).toBe(503);
    // It is known by now: nobody is kept waiting for it. If somebody were, each round would take as long as the database has.
    const begun = performance.now();
    for (let round = 0; round < ROUNDS; round += 1) expectAway(await sendSome(`later-${round}`));
    expect(performance.now() - begun).toBeLessThan((ROUNDS * TIMEOUT) / 2);
    proxy.reset();
    await expectBack();
  });

  it("and whose connections go dead: reads are repeated on others", { timeout: 60_000 }, async () => {
    await sendSome("warm");
    proxy.silencePresent();
    const replies = await Promise.all(["/ann", "?size=5", ""].map((path) => send(`${people}${path}`)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expectBack();
  });

  it("and resets connections: no 500, and reads are repeated", { timeout: 60_000 }, async () => {
    await sendSome("warm");
    const sending = sendSome("reset");
    proxy.reset();
    const statuses = (await sending).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 201 && status !== 503)).toEqual([]);
    expect(statuses.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 200));
    await expectBack();
  });

  it("and does not give a lock: writes are 503, reads go on", { timeout: 60_000 }, async () => {
    const other = new pg.Client({ connectionString: database });
    await other.connect();
    await other.query("BEGIN");
    await other.query("LOCK TABLE cmgen_revision IN EXCLUSIVE MODE");
    const replies = await Promise.all(Array.from({ length: 20 }, (_, number) => create(`locked-${number}`)));
    expectAway(replies);
    expect((await send(`${people}/ann`)).status).toBe(200);
    await expect.poll(() => ready(), { timeout: 20_000 }).toBe(503);
    await other.query("ROLLBACK");
    await other.end();
    await expectBack();
  });

  it("and only reads: writes are 503, reads go on", { timeout: 60_000 }, async () => {
    const name = new URL(database).pathname.slice(1);
    const other = new pg.Client({ connectionString: database });
    await other.connect();
    await other.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    proxy.reset();
    await expect.poll(async () => (await create("x")).status, { timeout: 20_000 }).toBe(503);
    expectAway([await create("y")]);
    expect((await send(`${people}/ann`)).status).toBe(200);
    await expect.poll(() => ready(), { timeout: 20_000 }).toBe(503);
    await other.query(`SET default_transaction_read_only = off`);
    await other.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await other.end();
    proxy.reset();
    await expectBack();
  });

  it("and has no room left: 503", { timeout: 60_000 }, async () => {
    const other = new pg.Client({ connectionString: database });
    await other.connect();
    await other.query(`CREATE FUNCTION no_room() RETURNS trigger AS $$
      BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$ LANGUAGE plpgsql`);
    await other.query("CREATE TRIGGER full_disk BEFORE INSERT ON cmgen_changes EXECUTE FUNCTION no_room()");
    expectAway(await Promise.all([create("a"), create("b"), create("c")]));
    await other.query("DROP TRIGGER full_disk ON cmgen_changes");
    await other.end();
    await expectBack();
    // A probe that began while there was no room may end after that.
    await expect.poll(() => server.unready()).toEqual([]);
  });

  /** Four seconds until the connection that holds locks is given up, some for requests, one and a half for the rest: and patience. */
  const LONGEST_CLOSE = 8000 + 3 * TIMEOUT;

  const cases = ["nobody waits for it", "it is known", "requests wait for it"] as const;

  /** Closes a service whose database is silent; returns how long that took. */
  async function closeSilenced(where: (typeof cases)[number], ownProxy: SilencedProxy, own: RunningServer) {
    ownProxy.silence();
    const sending = where === "requests wait for it" ? sendSome("silent", peopleOf(own)).catch(() => {}) : undefined;
    if (where === "it is known") await expect.poll(() => ready(own)).toBe(503);
    const begun = performance.now();
    await own.close();
    const taken = performance.now() - begun;
    await sending;
    ownProxy.reset();
    await ownProxy.close();
    return taken;
  }

  it("is left within seconds, silent as it is, whether or not that is known", { timeout: 60_000 }, async () => {
    const closing: (() => Promise<number>)[] = [];
    // One after another: a start beside others may take longer than the database has for an answer.
    for (const where of cases) {
      const [ownProxy, own] = await start(await createDatabase());
      await sendSome("warm", peopleOf(own));
      closing.push(() => closeSilenced(where, ownProxy, own));
    }
    for (const taken of await Promise.all(closing.map((close) => close()))) expect(taken).toBeLessThan(LONGEST_CLOSE);
  });
});
