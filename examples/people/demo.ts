import { ApiProblem } from "@cmgen/client";
import { createPeopleClient, type PersonInput, type StoredPerson } from "./src/generated/v1alpha1/client.js";

// A walk through the people service with its generated client: node dist/demo/demo.js [base URL]
const people = createPeopleClient({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8090" });

const dora: PersonInput & { metadata: { name: string } } = {
  metadata: { name: "dora", labels: { "people.example.com/team": "red" } },
  spec: { name: "Dora Drew", age: 25, tags: ["chess"] },
};

await remove("dora"); // What an interrupted run may have left.
const before = await people.list({ sort: ["metadata.name"] });
show("People in the service", before.items);

const created = await people.create(dora);
show("Created", [created]);

const updated = await people.replace({ ...dora, metadata: created.metadata, spec: { ...dora.spec, age: 26 } });
show("Updated, a year later", [updated]);

// The same update once more, from what was read before: somebody else's change would be lost, so the service refuses.
const refusal = await refused(() =>
  people.replace({ ...dora, metadata: created.metadata, spec: { ...dora.spec, age: 27 } }),
);
if (refusal.code !== "Conflict") throw refusal;
console.log(
  `\nStale update\n  refused: ${refusal.status} ${refusal.code}, the version is ${refusal.currentVersion} now`,
);

const adults = await people.list({ where: { "spec.age": { gte: 18 } }, sort: ["-spec.age"] });
show("Of age, the oldest first", adults.items);

const red = await people.list({ labels: { "people.example.com/team": "red" }, sort: ["metadata.name"] });
show("Team red", red.items);

await remove("dora");
const after = await people.list({ sort: ["metadata.name"] });
console.log(`\n${after.items.length} people, as before.`);

function show(title: string, items: readonly StoredPerson[]): void {
  console.log(`\n${title}`);
  for (const { metadata, spec } of items) {
    console.log(`  ${metadata.name.padEnd(6)}v${metadata.version}  ${spec.name}, ${spec.age ?? "of unknown age"}`);
  }
}

/** The refusal that `call` must end in. */
async function refused(call: () => Promise<unknown>): Promise<ApiProblem> {
  try {
    await call();
  } catch (error) {
    if (error instanceof ApiProblem) return error;
    throw error;
  }
  throw new Error("The service took an update that it should have refused.");
}

/** Deletes a person, if there is one of that name. */
async function remove(name: string): Promise<void> {
  try {
    await people.delete(name);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "NotFound") throw error;
  }
}
