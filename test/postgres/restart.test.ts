import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineController, silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { peoplePlugin } from "../server/people-server.js";
import { startPostgresServer, type PostgresServer } from "./postgres-server.js";

const people = "/apis/people.example.com/v1alpha1/people";

describe("a PostgreSQL server that is started again under a running service", () => {
  let postgres: PostgresServer;
  let server: RunningServer;
  const reconciled = new Set<string>();

  beforeAll(async () => {
    postgres = await startPostgresServer();
    const reconcile = async ({ object: { metadata } }: { object: { metadata: { name: string } } }) =>
      void reconciled.add(metadata.name);
    const plugin = {
      ...peoplePlugin(),
      controllers: [defineController({ name: "seen", model: personModel, reconcile })],
    };
    const databaseUrl = `${postgres.url}/postgres`;
    server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog });
    await server.started;
    expect(server.unready()).toEqual([]);
  });
  afterAll(async () => {
    await server.close();
    await postgres.remove();
  });

  const create = (name: string): Promise<Response> =>
    fetch(`${server.url}${people}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name }, spec: { name } }),
    });

  it("loses no acknowledged write, no change, and no controller", { timeout: 60_000 }, async () => {
    const watch = await watchNames(`${server.url}${people}?watch=true`);
    const acknowledged: string[] = [];
    const refusals = new Set<number>();
    const going = { on: true };
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let number = 0; going.on; number += 1) {
        const name = `w${writer}-${number}`;
        const response = await create(name);
        await response.arrayBuffer();
        if (response.status === 201) acknowledged.push(name);
        else refusals.add(response.status);
        await delay(2);
      }
    });
    const lists = readLists(server, () => going.on);
    await delay(500);
    for (let restart = 0; restart < 2; restart += 1) {
      await postgres.stop();
      await delay(300);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      await postgres.start();
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(before + 20);
    }
    going.on = false;
    await Promise.all([...writers, lists]);
    expect([...refusals]).toEqual([503]);

    const list = (await (await fetch(`${server.url}${people}`)).json()) as { items: { metadata: { name: string } }[] };
    const there = list.items.map(({ metadata }) => metadata.name);
    expect(acknowledged.filter((name) => !there.includes(name))).toEqual([]);
    // What was not acknowledged may be there as well: then its change is told, too.
    const added = there.filter((name) => name.startsWith("w")).toSorted();
    await expect.poll(() => watch.names.toSorted(), { timeout: 15_000 }).toEqual(added);
    await expect.poll(() => added.filter((name) => !reconciled.has(name)), { timeout: 15_000 }).toEqual([]);
    watch.end();
  });
});

/** Lists of all, which keep connections, and of some. What they are answered while nobody is there is no matter. */
async function readLists(server: RunningServer, going: () => boolean): Promise<void> {
  while (going()) {
    for (const query of ["", "?size=5&fieldSelector=spec.name>=w"]) {
      await fetch(`${server.url}${people}${query}`)
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
    }
  }
}

/** Names of objects that a watch has told of, in order. */
async function watchNames(url: string): Promise<{ readonly names: string[]; end(): void }> {
  const ending = new AbortController();
  const names: string[] = [];
  const response = await fetch(url, { signal: ending.signal });
  const read = async (): Promise<void> => {
    let text = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (text + chunk).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const event = JSON.parse(line) as { type: string; object: { metadata: { name: string } } };
        if (event.type === "ADDED") names.push(event.object.metadata.name);
      }
    }
  };
  // It ends when it is broken off.
  read().catch(() => undefined);
  return { names, end: () => ending.abort() };
}
