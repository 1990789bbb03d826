import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { buildHooksPlugin, databases, emptyDatabase, type HooksPlugin, HooksService } from "./hooks-service.js";
import { TestReceiver } from "./receiver.js";

let built: HooksPlugin;
beforeAll(async () => {
  built = await buildHooksPlugin();
});
afterAll(() => built.remove());

/** A program that answers a connection as it likes. */
async function listen(answer: Parameters<typeof createServer>[1]): Promise<Server & { readonly url: string }> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(server, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
}

describe.each(databases)("receivers that fail, on %s", (engine) => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let service: HooksService;
  let receiver: TestReceiver;

  beforeEach(async () => {
    database = await emptyDatabase(engine);
    service = await HooksService.start(built.plugin, database.url);
    receiver = await TestReceiver.start();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await service.close();
    await receiver.close();
    await database.cleanUp();
  });

  const state = async (name: string): Promise<string> => String((await service.statusOf(name)).state);

  it("sends again what was not taken, the same message, and nothing of its object before", async () => {
    let failures = 2;
    receiver.answer = ({ data }, response) => {
      if (data.object?.metadata.name === "ann" && failures-- > 0) response.writeHead(500).end();
    };
    await service.subscribe("all", receiver.url);
    await service.add("ann", { number: 1 });
    await service.change("ann", { number: 2 });
    await service.add("bob");
    await expect.poll(() => receiver.messages.length).toBe(5);
    const ofAnn = receiver.messages.filter(({ data }) => data.object?.metadata.name === "ann");
    expect(ofAnn.map(({ data }) => data.object?.spec["number"])).toEqual([1, 1, 1, 2]);
    expect(new Set(ofAnn.slice(0, 3).map(({ id }) => id)).size).toBe(1);
  });

  // The driver of PostgreSQL has timers of its own.
  it.runIf(engine === "sqlite file")(
    "gives up a message that is refused, says why, and goes on with the next of its object",
    async () => {
      receiver.answer = ({ data }, response) => {
        if (data.object?.spec["number"] === 1) response.writeHead(400, { location: "/x" }).end("no");
      };
      await service.subscribe("all", receiver.url);
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
      await service.add("ann", { number: 1 });
      await service.change("ann", { number: 2 });
      await service.add("bob");
      while (receiver.messages.every(({ data }) => data.object?.spec["number"] !== 2)) {
        vi.advanceTimersByTime(1000);
        for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      }
      vi.useRealTimers();
      const refused = receiver.messages.filter(({ data }) => data.object?.spec["number"] === 1);
      expect(refused).toHaveLength(8);
      expect(receiver.seen.slice(0, 2)).toContain("people.added bob");
      expect(await service.statusOf("all")).toMatchObject({
        state: "Active",
        deadLetterCount: 1,
        deadLetters: [
          {
            name: "ann",
            type: "ADDED",
            reason: "The receiver answered 400.",
            attempts: 8,
            revision: expect.any(Number),
          },
        ],
      });
    },
  );

  it.runIf(engine === "sqlite file")(
    "tries a message at which the receiver fails for a day, while it sends all others, and then gives it up",
    async () => {
      receiver.answer = ({ data }, response) => {
        if (data.object?.spec["number"] === 1) response.writeHead(500).end();
      };
      await service.subscribe("all", receiver.url);
      await expect.poll(() => state("all")).toBe("Active");
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
      const begun = Date.now();
      await service.add("ann", { number: 1 });
      await service.change("ann", { number: 2 });
      let others = 0;
      const isDone = (): boolean => receiver.messages.some(({ data }) => data.object?.spec["number"] === 2);
      while (!isDone() && others < 300) {
        await service.add(`other-${others++}`);
        // Ten minutes, in steps that are shorter than an exchange may take.
        for (let step = 0; step < 150; step += 1) {
          vi.advanceTimersByTime(4000);
          for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
        }
      }
      const hours = (Date.now() - begun) / 3_600_000;
      vi.useRealTimers();
      expect(hours).toBeGreaterThan(23.9);
      expect(hours).toBeLessThan(25);
      expect(receiver.messages.filter(({ data }) => data.object?.metadata.name !== "ann")).toHaveLength(others);
      expect(await service.statusOf("all")).toMatchObject({
        deadLetterCount: 1,
        deadLetters: [{ name: "ann", type: "ADDED", reason: "The receiver answered 500." }],
      });
    },
  );

  it("follows no redirect", async () => {
    const other = await TestReceiver.start();
    receiver.answer = (_, response) => void response.writeHead(307, { location: other.url }).end();
    await service.subscribe("all", receiver.url);
    await service.add("ann");
    await expect.poll(() => receiver.messages.length).toBeGreaterThan(1);
    expect(other.messages).toEqual([]);
    await other.close();
  });

  it("stops where the receiver is gone, and goes on once that is changed", async () => {
    receiver.answer = (_, response) => void response.writeHead(410).end();
    await service.subscribe("all", receiver.url);
    await service.add("ann");
    await expect.poll(() => state("all")).toBe("Paused");
    expect((await service.statusOf("all")).reason).toContain("410");
    await service.close();
    service = await HooksService.start(built.plugin, database.url);
    await service.add("bob");
    receiver.answer = () => undefined;
    expect(receiver.messages).toHaveLength(1);
    await service.send("PATCH", "subscriptions/all", { spec: { paused: true } });
    await expect.poll(async () => (await service.statusOf("all")).gone).toBeUndefined();
    await service.send("PATCH", "subscriptions/all", { spec: { paused: false } });
    await expect.poll(() => receiver.seen.slice(1)).toEqual(["people.added ann", "people.added bob"]);
    expect(await state("all")).toBe("Active");
  });

  it("is active again once something is taken, whatever was answered in between", async () => {
    const answers = [500, 500, 500, 404];
    receiver.answer = (_, response) => {
      const status = answers.shift();
      if (status !== undefined) response.writeHead(status).end();
    };
    await service.subscribe("all", receiver.url);
    await service.add("ann");
    await expect.poll(() => state("all")).toBe("Failing");
    await expect.poll(() => receiver.messages.length).toBe(4);
    await service.add("bob");
    await expect.poll(() => receiver.seen.at(-1)).toBe("people.added bob");
    await expect.poll(() => state("all")).toBe("Active");
  });

  it("waits as long as it is asked to", async () => {
    let asked = 0;
    receiver.answer = (_, response) => {
      if (asked++ === 0) response.writeHead(429, { "retry-after": "3" }).end();
    };
    await service.subscribe("all", receiver.url);
    const begun = performance.now();
    await service.add("ann");
    await expect.poll(() => receiver.messages.length).toBe(2);
    expect(performance.now() - begun).toBeGreaterThan(2900);
    await expect.poll(() => state("all")).toBe("Active");
  });

  it("holds back only the subscription whose receiver hangs, or lies", { timeout: 90_000 }, async () => {
    const hangs = await listen(() => undefined);
    const drips = await listen((socket) => {
      socket.on("error", () => undefined);
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("x: y\r\n"), 500);
      socket.on("close", () => clearInterval(timer));
    });
    const closes = await listen((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end("HTTP/1.1 2"));
    });
    const endless = await listen((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
        const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;
        const more = (): void => void (socket.destroyed || setImmediate(() => socket.write(chunk, more)));
        more();
      });
    });
    const upgrades = await listen((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
      );
    });
    for (const [name, { url }] of Object.entries({ hangs, drips, closes, endless, upgrades }))
      expect(await service.subscribe(name, url)).toMatchObject({ status: 201 });
    const encrypted = receiver.url.replace("http:", "https:");
    await service.subscribe("encrypted", encrypted);
    await service.subscribe("fine", receiver.url);
    const before = process.memoryUsage().rss;
    for (let number = 0; number < 200; number += 1) await service.add(`p-${number}`);
    await expect.poll(() => receiver.messages.length).toBe(200);
    for (const name of ["closes", "encrypted"]) await expect.poll(() => state(name)).toBe("Failing");
    await expect.poll(() => state("hangs")).toBe("Failing");
    await expect.poll(() => state("drips")).toBe("Failing");
    expect((await service.statusOf("hangs")).reason).toContain("within 15 s");
    // The head of its answer says that it has taken the message: the rest is not waited for.
    expect(await state("endless")).toBe("Active");
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    for (const each of [hangs, drips, closes, endless, upgrades]) each.close();
    await service.close();
  });

  it("sends nothing twice at once, and several objects at the same time", async () => {
    receiver.answer = () => new Promise((resolve) => setTimeout(resolve, 20));
    await service.subscribe("all", receiver.url);
    for (let number = 0; number < 40; number += 1) {
      await service.add(`p-${number}`, { number: 0 });
      await service.change(`p-${number}`, { number: 1 });
    }
    await expect.poll(() => receiver.messages.length).toBe(80);
    expect(receiver.mostRunning).toBeGreaterThan(2);
    expect(receiver.mostRunning).toBeLessThanOrEqual(8);
    for (let number = 0; number < 40; number += 1) {
      const ofOne = receiver.messages.filter(({ data }) => data.object?.metadata.name === `p-${number}`);
      expect(ofOne.map(({ type }) => type)).toEqual(["people.added", "people.modified"]);
    }
  });
});
