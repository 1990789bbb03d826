import type { RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases, startPeople } from "../server/people-server.js";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { collection } from "../server/rule.js";
import type { ClientRule, ObjectRule, People, PeopleModule } from "./client-rule.js";
import { createRules } from "./rules/create.js";
import { deleteRules } from "./rules/delete.js";
import { endpointRules } from "./rules/endpoints.js";
import { cacheRules, followRules } from "./rules/follow.js";
import { listRules } from "./rules/lists.js";
import { readRules } from "./rules/read.js";
import { selectRules } from "./rules/select.js";
import { statusRules } from "./rules/status.js";
import { updateRules } from "./rules/update.js";

const rules: Readonly<Record<string, readonly ObjectRule[]>> = {
  create: createRules,
  read: readRules,
  update: updateRules,
  delete: deleteRules,
  status: statusRules,
  list: listRules,
  select: selectRules,
  follow: followRules,
};

/** What only clients have. */
const clientRules: Readonly<Record<string, readonly ClientRule[]>> = { cache: cacheRules, endpoints: endpointRules };

/**
 * Declares the tests that a client of the people must pass, against a real service on each database.
 *
 * @param load Gives the functions that make the clients, for example by importing a module that was just written.
 */
export function conforms(client: string, load: () => Promise<PeopleModule>): void {
  describe.each(databases)(`${client} on %s`, (database) => {
    let module: PeopleModule;
    const server = serverOf(database);
    beforeAll(async () => {
      module = await load();
    });
    const clientOf = () => {
      const options = { baseUrl: server().url, reconnect: { initialDelay: "10ms", maxDelay: "100ms" } } as const;
      return { people: module.createPeopleClient(options), consoleApi: module.createConsoleApiClient(options) };
    };
    declareRules(rules, server, clientOf);
    declareRules(clientRules, server, clientOf);
  });
}

/** Declares that the objects which a service's own code has pass the same tests. */
export function ownObjectsConform(): void {
  describe.each(databases)("the objects of the service's own code on %s", (database) => {
    const server = serverOf(database);
    const peopleOf = (): { people: People } => ({ people: server().service.resource(personModel) });
    declareRules(rules, server, peopleOf);
  });
}

function serverOf(database: (typeof databases)[number]): () => RunningServer {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startPeople(database);
  });
  afterAll(() => server?.close());
  return () => server;
}

let count = 0;

function declareRules<Given extends { readonly people: People }>(
  declared: Readonly<
    Record<
      string,
      readonly {
        rule: string;
        holds(shown: Given & { name: string; stored: (name: string) => Promise<unknown> }): Promise<void>;
      }[]
    >
  >,
  server: () => RunningServer,
  given: () => Given,
): void {
  describe.each(Object.entries(declared))("%s", (_, rows) => {
    it.each(rows.map((row) => [row.rule, row] as const))("%s", async (_rule, { holds }) => {
      const stored = (name: string): Promise<unknown> => read(server().url + collection, name);
      await expect(holds({ ...given(), name: `client-${count++}`, stored })).resolves.toBeUndefined();
    });
  });
}

async function read(url: string, name: string): Promise<unknown> {
  const response = await fetch(`${url}/${name}`);
  return response.status === 404 ? undefined : response.json();
}
