import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelDescriptor, RunningServer } from "@cmgen/runtime";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { planSelection } from "../../packages/runtime/src/list/plan-list.js";
import type { StoredObject } from "../../packages/runtime/src/resource/stored-object.js";
import { matchesSelection, SelectableState } from "../../packages/runtime/src/list/match-selection.js";
import { exchange } from "./exchange.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";
import { collection, send } from "./rule.js";

/** The example's index takes the first UTF-16 unit of a name; here it takes a whole character. */
const model: ModelDescriptor = {
  ...personModel,
  indexes: personModel.indexes.map((index) => (index.name === "initial" ? { ...index, extract: initialOf } : index)),
};

function initialOf({ spec }: { readonly spec: { readonly name: string } }): string | undefined {
  return Array.from(spec.name)[0];
}

const people = [
  { metadata: { name: "a", labels: { "a.b/team": "red" } }, spec: { name: "Ann", age: 0, tags: ["x", "y"] } },
  { metadata: { name: "b", labels: { "a.b/team": "blue", "a.b/lead": "" } }, spec: { name: "Bob", age: 9 } },
  { metadata: { name: "c" }, spec: { name: "ann", age: 10, tags: [] } },
  { metadata: { name: "d", finalizers: ["a.b/c"] }, spec: { name: "Ånn", tags: ["y"] } },
  { metadata: { name: "e" }, spec: { name: "\uffff", age: 150 } },
  { metadata: { name: "f" }, spec: { name: "😀", age: 9.0 } },
];

const fields = [
  "spec.age=9",
  "spec.age!=9",
  "spec.age in (0,150)",
  "spec.age notin (0,150)",
  "spec.age in ()",
  "spec.age notin ()",
  "spec.tags=()",
  "spec.tags!=()",
  "metadata.name in (),spec.age>0",
  "spec.age>9",
  "spec.age>=9",
  "spec.age<10",
  "spec.age<=0",
  "spec.age",
  "!spec.age",
  "spec.name=Ann",
  "spec.name>Ann",
  "spec.name<a",
  "spec.name^=A",
  "spec.name^=Ån",
  "spec.name>\uffff",
  "spec.name>=😀",
  'spec.name=""',
  "spec.tags=y",
  "spec.tags!=y",
  "spec.tags in (x,z)",
  "spec.tags notin (x,z)",
  "spec.tags",
  "!spec.tags",
  "spec.tags^=x",
  "spec.tags>x",
  "initial=A",
  "initial!=A",
  "!initial",
  "metadata.name=a",
  "metadata.name!=a",
  "metadata.name>c",
  "metadata.name^=b",
  "metadata.creationTimestamp>2020-01-01T00:00:00Z",
  "metadata.creationTimestamp<2020-01-01T00:00:00Z",
  "metadata.deletionTimestamp",
  "!metadata.deletionTimestamp",
  "metadata.deletionTimestamp>2020-01-01T00:00:00Z",
  "spec.age>0,spec.tags!=y",
  "spec.tags=x,spec.tags=y",
  "(spec.tags=y,spec.tags=x|spec.tags=x,spec.tags!=y,!spec.age)",
  "(spec.age=9|spec.tags=x)",
  "(spec.age>9|!spec.age,spec.tags=y|initial=A)",
  "(spec.name=Ann|spec.name=Bob),(spec.age=9|spec.age=10)",
  "spec.age,(spec.tags!=y|metadata.name=a)",
  "(spec.age in ()|spec.tags in ())",
  "(spec.age notin ()|spec.age=9),spec.tags",
  '(spec.name="\uffff"|spec.name^="😀")',
  "(metadata.deletionTimestamp|metadata.creationTimestamp<2020-01-01T00:00:00Z)",
];
const labels = [
  "a.b/team",
  "!a.b/team",
  "a.b/team=red",
  "a.b/team!=red",
  "a.b/team in (red,blue)",
  "a.b/team notin (red)",
  "a.b/team in ()",
  "a.b/team notin ()",
  "a.b/lead",
  'a.b/lead=""',
  "a.b/lead!=x",
  "a.b/none",
];

describe.each(databases)("what a watch selects is what a list on %s selects", (database) => {
  let server: RunningServer;
  let stored: readonly StoredObject[];
  const list = async (query: string): Promise<readonly StoredObject[]> => {
    const { status, json } = await exchange(server.url, {
      method: "GET",
      path: `${collection}?sort=metadata.name&${query}`,
    });
    expect([status, json]).toEqual([200, expect.anything()]);
    return (json as { items: StoredObject[] }).items;
  };

  beforeAll(async () => {
    const plugin = {
      ...peoplePlugin(model),
      manifests: false,
      controllers: [],
    };
    server = await startPeople(database, { plugins: [plugin] });
    for (const person of people) expect((await exchange(server.url, send("POST", "", person))).status).toBe(201);
    await exchange(server.url, send("DELETE", "/d"));
    stored = await list("");
    expect(stored).toHaveLength(people.length);
  });
  afterAll(() => server.close());

  it.each([
    ...fields.map((text) => ["fieldSelector", text] as const),
    ...labels.map((text) => ["labelSelector", text] as const),
  ])("%s %s", async (parameter, text) => {
    const selection = planSelection(model, [[parameter, text]]);
    const expected = (await list(`${parameter}=${encodeURIComponent(text)}`)).map(({ metadata }) => metadata.name);
    const matched = stored.filter((object) => matchesSelection(selection, new SelectableState(model, object)));
    expect(matched.map(({ metadata }) => metadata.name)).toEqual(expected);
  });
});
