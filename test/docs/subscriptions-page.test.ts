import { afterAll, beforeAll, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { TestReceiver } from "../subscriptions/receiver.js";
import { followPage, type FollowedPage } from "./followed-page.js";

let page: FollowedPage;
let server: RunningServer;
beforeAll(async () => {
  page = await followPage("docs/subscriptions.md");
  server = await page.start({ subscriptions: { allow: ["127.0.0.1"] } });
});
afterAll(async () => {
  await server.close();
  page.remove();
});

it("the page of subscriptions leads to a receiver that gets what it has subscribed to", async () => {
  const { subscribe } = (await page.load("subscribe.js")) as {
    readonly subscribe: (baseUrl: string, url: string) => Promise<string>;
  };
  const { createTicketsClient } = (await page.load("generated/v1/client.js")) as {
    readonly createTicketsClient: (options: { readonly baseUrl: string }) => {
      create(object: object): Promise<unknown>;
    };
  };
  // It is told the secret once it is known; until then it takes nothing.
  const receiver = await TestReceiver.start();
  receiver.trust(await subscribe(server.url, receiver.url));
  const tickets = createTicketsClient({ baseUrl: server.url });
  await tickets.create({ metadata: { name: "t-1" }, spec: { title: "It is broken", team: "sales" } });
  await tickets.create({ metadata: { name: "t-2" }, spec: { title: "It is broken", team: "support" } });
  await expect.poll(() => receiver.seen).toEqual(["tickets.added t-2"]);
  await receiver.close();
});
