// Calls a people service through a proxy, as a program that trusts its certificate by NODE_EXTRA_CA_CERTS. Prints what it found as JSON.
import { createPeopleClient } from "../../examples/people/dist/generated/v1alpha1/client.js";

const people = createPeopleClient({ baseUrl: process.argv[2] ?? "" });

// Selectors of nearly 8 KiB, more once they are encoded, and a body of nearly 3 MiB.
const names = ["ann", "bob", ...Array.from({ length: 680 }, (_, at) => `nobody-${at}`)];
const list = await people.list({ where: { "metadata.name": { in: names } } });
const type = { apiVersion: "people.example.com/v1alpha1", kind: "Person" };
const otherPerson = { ...type, metadata: { name: "other" }, spec: { name: "Other", tags: ["x".repeat(2_900_000)] } };
const large = await people.create({ metadata: { name: "large" }, spec: { name: "Large", otherPerson } });
const same = JSON.stringify((await people.get("large")).spec) === JSON.stringify({ name: "Large", otherPerson });
await people.delete("large");

/** How long after its answer a write is seen by a watch that has been open for a while, in milliseconds. */
async function eventDelay() {
  const { metadata } = await people.list({ limit: 1 });
  const events = people.watch({ resourceVersion: metadata.resourceVersion });
  const first = events.next();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await people.create({ metadata: { name: "wanda" }, spec: { name: "Wanda" } });
  const created = performance.now();
  const { value } = await first;
  const delay = performance.now() - created;
  await events.return?.();
  await people.delete("wanda");
  return { name: value.object.metadata.name, delay };
}

process.stdout.write(
  JSON.stringify({ total: list.total, version: large.metadata.version, same, event: await eventDelay() }),
);
