// A people service with a history, which writes as fast as it can: creates, updates in one commit with others, deletions and restores. Prints "listening" and
// then goes on until it is killed. Arguments: the URL of the database, and what names of its objects begin with.
import { silentLog, startServer } from "@cmgen/runtime";
import { createResourceRouter } from "@cmgen/runtime/codegen";
import { plugin } from "../../examples/people/dist/generated/plugin.js";

const [, , databaseUrl, prefix] = process.argv;
const model = { ...plugin.resources[0].model, history: { keep: "1d" } };
const server = await startServer({
  plugins: [
    {
      ...plugin,
      controllers: [],
      manifests: false,
      resources: [{ model, createRouter: (service) => createResourceRouter(service, model) }],
    },
  ],
  root: plugin.root,
  port: 0,
  databaseUrl,
  log: silentLog,
});
await server.started;
const people = server.service.resource(model);
process.stdout.write("listening\n");

async function live(name) {
  await people.create({ metadata: { name }, spec: { name } });
  await people.update(name, { spec: { age: 1 } });
  await people.update(name, { spec: { age: 2 } });
  await people.delete(name);
  await people.restore(name, 2);
}

for (let count = 0; ; count += 1) {
  await Promise.all([0, 1, 2, 3].map((place) => live(`${prefix}-${count}-${place}`)));
  process.stdout.write(`${count}\n`);
}
