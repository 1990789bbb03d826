// A people service with a controller that copies each person's age into the status, slowly, and tells when it begins and ends:
// `<begin|end> <name> <milliseconds since 1970>`. Arguments: the URL of the database.
import { setTimeout as delay } from "node:timers/promises";
import { defineController, silentLog, startServer } from "@cmgen/runtime";
import { plugin } from "../../examples/people/dist/generated/plugin.js";

const [{ model }] = plugin.resources;
const tell = (what, { name }) => process.stdout.write(`${what} ${name} ${Date.now()}\n`);

const controller = defineController({
  name: "copy",
  model,
  reconcile: async ({ object: { metadata, spec }, resource, signal }) => {
    tell("begin", metadata);
    try {
      await delay(20, undefined, { signal });
      await resource(model).status.update(metadata.name, () => ({ greeting: `age ${spec.age ?? "unknown"}` }));
    } finally {
      tell("end", metadata);
    }
  },
});

const server = await startServer({
  plugins: [{ ...plugin, manifests: false, controllers: [controller] }],
  root: plugin.root,
  port: 0,
  databaseUrl: process.argv[2],
  log: silentLog,
});
await server.started;
process.once("SIGTERM", () => void server.close().then(() => process.exit(0)));
process.stdout.write(`listening ${server.url} 0\n`);
