import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ServiceProcess } from "../server/service-process.js";
import { buildHooksPlugin, emptyDatabase, type HooksPlugin, HooksService } from "./hooks-service.js";
import { SECRET } from "./receiver.js";

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

describe("addresses that nothing is sent to", () => {
  let built: HooksPlugin;
  let service: ServiceProcess | undefined;
  beforeAll(async () => {
    built = await buildHooksPlugin();
  });
  afterEach(() => service?.end("SIGKILL"));
  afterAll(() => built.remove());

  it("are refused in a URL when a subscription is written", async () => {
    const database = await emptyDatabase("sqlite file");
    const strict = await HooksService.start(built.plugin, database.url, { subscriptions: {} });
    for (const url of [
      "http://127.0.0.1/",
      "https://10.0.0.1/",
      "https://[::1]/",
      "https://0x7f000001/",
      "http://8.8.8.8/",
    ]) {
      expect(await strict.subscribe("private", url)).toMatchObject({
        status: 422,
        body: { errors: [{ path: "/spec/url" }] },
      });
    }
    expect(await strict.subscribe("public", "https://receiver.example.com/")).toMatchObject({ status: 201 });
    await strict.close();
    await database.cleanUp();
  });

  it("are not connected to, whatever the name says at the next look-up", { timeout: 120_000 }, async () => {
    const connections: number[] = [];
    const bait = createServer((socket) => {
      connections.push(Date.now());
      socket.destroy();
    });
    // Also for connections by IPv6 to an IPv4 address.
    bait.listen(0, "::");
    await once(bait, "listening");
    const { port } = bait.address() as AddressInfo;
    const database = await emptyDatabase("sqlite file");
    const preload = pathToFileURL(here("lying-names.mjs")).href;
    // An address of documentation: nobody is there, and this machine has no way to it.
    service = new ServiceProcess(["--import", preload, here("service.mjs"), built.module, database.url], {
      PUBLIC_ADDRESS: "192.0.2.1",
      // A proxy of the environment is not asked.
      HTTP_PROXY: `http://127.0.0.1:${port}`,
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
      NODE_USE_ENV_PROXY: "1",
    });
    const base = `${await service.url()}/apis/hooks.example.com/v1`;
    const headers = { authorization: "Test boss admins", "content-type": "application/json" };
    const create = async (path: string, kind: string, name: string, spec: object): Promise<number> => {
      const body = JSON.stringify({ apiVersion: "hooks.example.com/v1", kind, metadata: { name }, spec });
      return (await fetch(`${base}/${path}`, { method: "POST", headers, body })).status;
    };
    const statusOf = async (name: string): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${base}/subscriptions/${name}`, { headers });
      return ((await answer.json()) as { readonly status: Record<string, unknown> }).status;
    };
    await expect.poll(() => fetch(`${base}/people`, { headers }).then(({ status }) => status)).toBe(200);
    const urls = {
      turns: `https://turns.example.com:${port}/`,
      mixed: `https://mixed.example.com:${port}/`,
      mapped: `https://mapped.example.com:${port}/`,
      plain: `http://plain.example.com:${port}/`,
      local: `https://localhost:${port}/`,
    };
    for (const [name, url] of Object.entries(urls))
      expect(await create("subscriptions", "Subscription", name, { resource: "people", url, secret: SECRET })).toBe(
        201,
      );
    for (const name of ["ann", "bob", "cleo"])
      expect(await create("people", "Person", name, { team: "red" })).toBe(201);
    for (const name of Object.keys(urls))
      await expect.poll(async () => (await statusOf(name))["state"]).toBe("Failing");
    for (const name of ["mapped", "local"])
      expect((await statusOf(name))["reason"]).toContain("an address that is not public");
    // From the second look-up on the name leads here: it is sent to again and again meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(connections).toEqual([]);
    // The bait takes connections: those that the operator allows.
    await service.end("SIGKILL");
    service = new ServiceProcess(["--import", preload, here("service.mjs"), built.module, database.url], {
      PUBLIC_ADDRESS: "192.0.2.1",
      CMGEN_SUBSCRIPTIONS_ALLOW: "10.0.0.0/8, 127.0.0.1",
    });
    await expect.poll(() => connections.length).toBeGreaterThan(0);
    await service.end("SIGKILL");
    bait.close();
    await database.cleanUp();
  });
});
