import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Duration } from "@cmgen/model";
import { defineController, silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";

const people = "/apis/people.example.com/v1alpha1/people";

/** Objects that are large enough that those of a list do not fit into the buffers of a connection. */
const COUNT = 60;
const PADDING = "x".repeat(200_000);

/** More than have a connection of their own, on PostgreSQL. */
const SLOW = 3;

/** Callers that all read slowly at the same time. */
const MANY = 45;

/** A caller that takes the beginning of a list and then nothing, until it takes the rest. */
class PausedReader {
  readonly socket: Socket;
  readonly begun: Promise<void>;
  readonly #ended: Promise<string>;

  constructor(server: RunningServer) {
    const { hostname, port, host } = new URL(server.url);
    this.socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    this.begun = new Promise((resolve) => {
      this.socket.once("data", () => {
        this.socket.pause();
        resolve();
      });
    });
    this.socket.on("data", (chunk: Buffer) => void chunks.push(chunk)).on("error", () => undefined);
    this.#ended = new Promise((resolve) => {
      this.socket.once("close", () => resolve(Buffer.concat(chunks).toString()));
    });
    this.socket.write(`GET ${people} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  }

  /** Everything that was sent, to the end of the connection. */
  rest(): Promise<string> {
    this.socket.resume();
    return this.#ended;
  }
}

/** The names of the people in an answer, in its order. */
function namesIn(body: string): readonly string[] {
  return Array.from(body.matchAll(/"metadata":\{"name":"([^"]+)"/g), ([, name = ""]) => name);
}

/** A caller that takes a list at 32 kB a second: it never stands still. */
function readSlowly(server: RunningServer): { readonly closed: Promise<void>; readonly socket: Socket } {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${people} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const timer = setInterval(() => socket.read(3200), 100);
  const closed = new Promise<void>((resolve) => {
    socket.on("error", () => undefined).on("close", () => resolve());
    // A socket that is not read does not notice its end: what is left is let in then.
    setTimeout(() => socket.resume(), 4000);
  });
  void closed.then(() => clearInterval(timer));
  return { closed, socket };
}

describe.each(databases)("callers that take lists of all objects slowly, on %s", (database) => {
  let server: RunningServer;
  let databaseUrl: string;
  const slow: Socket[] = [];

  const start = async (listPause: Duration): Promise<void> => {
    databaseUrl = database === "sqlite" ? ":memory:" : await createDatabase();
    const limits = { listPause, listBytesPerSecond: 10_000_000, listTimeout: "20s" } as const;
    server = await startPeople(database, { databaseUrl, databaseConnections: 10, limits });
    for (let number = 0; number < COUNT; number += 1) {
      const body = {
        metadata: { name: `p${number}`, annotations: { "example.com/padding": PADDING } },
        spec: { name: `P${number}` },
      };
      const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      expect((await fetch(`${server.url}${people}`, sent)).status).toBe(201);
    }
  };
  afterEach(async () => {
    for (const socket of slow.splice(0)) socket.destroy();
    await server.close();
  });

  const readAll = async (milliseconds = 15_000): Promise<number> => {
    const response = await fetch(`${server.url}${people}`, { signal: AbortSignal.timeout(milliseconds) });
    return ((await response.json()) as { items: unknown[] }).items.length;
  };

  it("lose their place to others", { timeout: 60_000 }, async () => {
    await start("1s");
    const readers = Array.from({ length: SLOW }, () => readSlowly(server));
    slow.push(...readers.map(({ socket }) => socket));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await readAll()).toBeGreaterThanOrEqual(COUNT);
    if (database === "postgresql") await Promise.all(readers.map(({ closed }) => closed));
  });

  it(
    "let others have their connection, if they have one, and go on where they were",
    { timeout: 120_000 },
    async () => {
      await start("1m");
      const readers = Array.from({ length: MANY }, () => new PausedReader(server));
      slow.push(...readers.map(({ socket }) => socket));
      await Promise.all(readers.map((reader) => reader.begun));
      // Others would wait for 20 seconds, and then be refused.
      for (let time = 0; time < 3; time += 1) expect(await readAll(5000)).toBeGreaterThanOrEqual(COUNT);
      const bodies = await Promise.all(readers.slice(0, 8).map((reader) => reader.rest()));
      for (const body of bodies) expect(namesIn(body)).toEqual(namesIn(bodies[0] ?? ""));
      expect(namesIn(bodies[0] ?? "").length).toBeGreaterThanOrEqual(COUNT);
    },
  );

  it.runIf(database === "postgresql")(
    "are ended and not given a mixture if objects were written while others had the connection",
    { timeout: 120_000 },
    async () => {
      await start("1m");
      const readers = Array.from({ length: 8 }, () => new PausedReader(server));
      slow.push(...readers.map(({ socket }) => socket));
      await Promise.all(readers.map((reader) => reader.begun));
      expect(await readAll(5000)).toBeGreaterThanOrEqual(COUNT);
      await fetch(`${server.url}${people}/p3`, { method: "DELETE" });
      const ends = await Promise.all(readers.map((reader) => reader.rest()));
      const whole = ends.filter((body) => body.endsWith("0\r\n\r\n"));
      expect(whole.length).toBeLessThan(readers.length);
      for (const body of whole) expect(namesIn(body)).toContain("p3");
    },
  );

  it.runIf(database === "postgresql")("do not hold up each() and controllers", { timeout: 60_000 }, async () => {
    await start("1m");
    const readers = Array.from({ length: SLOW }, () => readSlowly(server));
    slow.push(...readers.map(({ socket }) => socket));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const names: string[] = [];
    for await (const { metadata } of server.service.resource(personModel).each()) names.push(metadata.name);
    expect(names.length).toBeGreaterThanOrEqual(COUNT);

    const reconciled = new Set<string>();
    const reconcile = async ({ object: { metadata } }: { object: { metadata: { name: string } } }): Promise<void> =>
      void reconciled.add(metadata.name);
    const plugin = {
      ...peoplePlugin(),
      controllers: [defineController({ name: "seen", model: personModel, reconcile })],
    };
    const options = { plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog };
    const other = await startServer(options);
    try {
      await expect.poll(() => reconciled.size, { timeout: 10_000 }).toBe(names.length);
    } finally {
      await other.close();
    }
  });
});
