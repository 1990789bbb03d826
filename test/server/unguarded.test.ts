import { expect, it } from "vitest";
import { silentLog, type ServerOptions } from "@cmgen/runtime";
import { startPeople } from "./people-server.js";

async function warnings(options: Partial<ServerOptions>): Promise<readonly string[]> {
  const warned: string[] = [];
  const warn = (_fields: object, message: string): void => void warned.push(message);
  const server = await startPeople("sqlite", { log: { ...silentLog, warn }, ...options });
  await server.close();
  return warned.filter((message) => message.includes("who may call"));
}

it("warns where a service is published and nothing says who may call", async () => {
  for (const published of [{ hosts: ["people.example.com"] }, { trustedProxies: ["loopback"] }])
    expect(await warnings(published)).toEqual([
      "no src/access.ts and no authorizer says who may call: everybody whom the proxy lets through may do everything",
    ]);
  expect(await warnings({})).toEqual([]);
  expect(await warnings({ hosts: ["people.example.com"], authorizer: "none" })).toEqual([]);
});
