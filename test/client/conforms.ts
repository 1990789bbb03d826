import type { RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases, startPeople } from "../server/people-server.js";
import { collection } from "../server/rule.js";
import type { ClientRule, CreatePeopleClient } from "./client-rule.js";
import { createRules } from "./rules/create.js";
import { deleteRules } from "./rules/delete.js";
import { followRules } from "./rules/follow.js";
import { listRules } from "./rules/lists.js";
import { readRules } from "./rules/read.js";
import { selectRules } from "./rules/select.js";
import { statusRules } from "./rules/status.js";
import { updateRules } from "./rules/update.js";

const rules: Readonly<Record<string, readonly ClientRule[]>> = {
  create: createRules,
  read: readRules,
  update: updateRules,
  delete: deleteRules,
  status: statusRules,
  list: listRules,
  select: selectRules,
  follow: followRules,
};

/**
 * Declares the tests that a client of the people must pass, against a real service on each database.
 *
 * @param load Gives the function that makes the client, for example by importing a module that was just written.
 */
export function conforms(client: string, load: () => Promise<CreatePeopleClient>): void {
  describe.each(databases)(`${client} on %s`, (database) => {
    let server: RunningServer;
    let createPeopleClient: CreatePeopleClient;
    let count = 0;

    beforeAll(async () => {
      createPeopleClient = await load();
      server = await startPeople(database);
    });
    afterAll(() => server?.close());

    describe.each(Object.entries(rules))("%s", (_, rows) => {
      it.each(rows.map((row) => [row.rule, row] as const))("%s", async (_rule, { holds }) => {
        const { url } = server;
        const people = createPeopleClient({ baseUrl: url, reconnect: { initialDelay: 10, maxDelay: 100 } });
        await expect(
          holds({ people, name: `client-${count++}`, stored: (name) => read(url + collection, name) }),
        ).resolves.toBeUndefined();
      });
    });
  });
}

async function read(url: string, name: string): Promise<unknown> {
  const response = await fetch(`${url}/${name}`);
  return response.status === 404 ? undefined : response.json();
}
