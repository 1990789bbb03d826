import type { RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases, startPeople } from "../server/people-server.js";
import { collection } from "../server/rule.js";
import type { ClientRule, PeopleModule } from "./client-rule.js";
import { createRules } from "./rules/create.js";
import { deleteRules } from "./rules/delete.js";
import { endpointRules } from "./rules/endpoints.js";
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
  endpoints: endpointRules,
};

/**
 * Declares the tests that a client of the people must pass, against a real service on each database.
 *
 * @param load Gives the functions that make the clients, for example by importing a module that was just written.
 */
export function conforms(client: string, load: () => Promise<PeopleModule>): void {
  describe.each(databases)(`${client} on %s`, (database) => {
    let server: RunningServer;
    let module: PeopleModule;
    let count = 0;

    beforeAll(async () => {
      module = await load();
      server = await startPeople(database);
    });
    afterAll(() => server?.close());

    describe.each(Object.entries(rules))("%s", (_, rows) => {
      it.each(rows.map((row) => [row.rule, row] as const))("%s", async (_rule, { holds }) => {
        const { url } = server;
        const options = { baseUrl: url, reconnect: { initialDelay: 10, maxDelay: 100 } };
        const [people, consoleApi] = [module.createPeopleClient(options), module.createConsoleApiClient(options)];
        await expect(
          holds({ people, consoleApi, name: `client-${count++}`, stored: (name) => read(url + collection, name) }),
        ).resolves.toBeUndefined();
      });
    });
  });
}

async function read(url: string, name: string): Promise<unknown> {
  const response = await fetch(`${url}/${name}`);
  return response.status === 404 ? undefined : response.json();
}
