import { once } from "node:events";
import { fileURLToPath } from "node:url";
import express, { type Express } from "express";
import {
  createService,
  defineHooks,
  openDatabase,
  readMigrations,
  silentLog,
  type Service,
  type Store,
} from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plugin } from "../../examples/people/src/generated/plugin.js";
import { createPersonRouter, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { exchange, type Received, type Sent } from "./exchange.js";
import { assertProblem, collection, send } from "./rule.js";

describe("a generated router in somebody's own Express application", () => {
  let store: Store;
  let service: Service;
  beforeAll(async () => {
    const migrations = await readMigrations(fileURLToPath(new URL("prisma/migrations/", plugin.root)));
    const database = openDatabase(":memory:");
    await database.migrate(migrations);
    store = await database.openStore();
    service = createService({ store, log: silentLog });
  });
  afterAll(() => store.close());

  /** Sends one request to an application that is set up like this. */
  async function ask(setUp: (app: Express) => void, sent: Sent): Promise<Received> {
    const app = express();
    setUp(app);
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const received = await exchange(`http://127.0.0.1:${port}`, sent);
    server.close();
    return received;
  }

  const person = (name: string): object => ({ metadata: { name }, spec: { name } });

  it("answers its own paths and leaves all others to the application", async () => {
    const setUp = (app: Express): void => {
      app.use(createPersonRouter(service));
      app.get("/mine", (_, response) => void response.send("mine"));
    };
    expect((await ask(setUp, send("POST", "", person("ann")))).status).toBe(201);
    expect((await ask(setUp, send("GET", "/ann"))).json).toMatchObject({ metadata: { name: "ann" } });
    expect((await ask(setUp, { method: "GET", path: "/mine" })).bytes.toString()).toBe("mine");
    assertProblem(await ask(setUp, send("GET", "/nobody")));
  });

  it("knows where it is mounted", async () => {
    const setUp = (app: Express): void => void app.use("/service", createPersonRouter(service));
    const created = await ask(setUp, { ...send("POST", "", person("bob")), path: `/service${collection}` });
    expect([created.status, created.headers.location]).toEqual([201, `/service${collection}/bob`]);
    const missing = await ask(setUp, { method: "GET", path: `/service${collection}/nobody` });
    expect(missing.json).toMatchObject({ instance: `/service${collection}/nobody` });
  });

  it("sends watches through middleware that changes what is written", async () => {
    const app = express();
    app.use((_request, response, next) => {
      const write = response.write.bind(response);
      response.write = (text: Buffer) => write(text.toString().toUpperCase());
      next();
    });
    app.use(createPersonRouter(service));
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const { body } = await fetch(`${url}${collection}?watch=true`);
    const reader = (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (const name of ["wes", "xia", "yan"]) {
      await exchange(url, send("POST", "", person(name)));
      while (!text.includes(`"${name.toUpperCase()}"`)) text += (await reader.read()).value ?? "";
    }
    await reader.cancel();
    server.closeAllConnections();
    server.close();
    expect(text.match(/"TYPE":"ADDED"/g)).toHaveLength(3);
    expect(text).toBe(text.toUpperCase());
  });

  it("runs the hooks that the service is given", async () => {
    const hooks = [
      defineHooks({ model: personModel, check: ({ refuse }) => refuse("spec.name", "Nobody is let in.") }),
    ];
    const guarded = createService({ store, hooks, log: silentLog });
    const setUp = (app: Express): void => void app.use(createPersonRouter(guarded));
    const refused = await ask(setUp, send("POST", "", person("dan")));
    expect([refused.status, refused.json]).toMatchObject([422, { detail: "Nobody is let in." }]);
    expect(createService({ store, hooks: plugin.hooks, log: silentLog }).hooksOf(personModel)).toBeUndefined();
    expect(() => createService({ store, hooks: [...hooks, ...hooks], log: silentLog })).toThrow("two sets of hooks");
  });

  it("says so in the log when a body parser has come first", async () => {
    const errors: unknown[] = [];
    const logging = createService({
      store,
      log: { ...silentLog, error: ({ err }) => void errors.push(err) },
    });
    const setUp = (app: Express): void => {
      app.use(express.json());
      app.use(createPersonRouter(logging));
    };
    expect((await ask(setUp, send("POST", "", person("cleo")))).status).toBe(500);
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining("in front of body parsers") as string }),
    ]);
  });
});
