// A people service whose controller, when it sees the object `go`, patches the object that is named on the command line, and prints how that
// ended. Arguments: the URL of the database, the object's name.
import { defineController, silentLog, startServer } from "@cmgen/runtime";
import { plugin } from "../../examples/people/dist/generated/plugin.js";

const [, , databaseUrl, object] = process.argv;
const [{ model }] = plugin.resources;
const tell = (...words) => process.stdout.write(`${words.join(" ")}\n`);

const controller = defineController({
  name: "patcher",
  model,
  reconcile: async ({ object: { metadata }, resource }) => {
    if (metadata.name !== "go") return;
    tell("writes");
    try {
      await resource(model).update(object, { spec: { age: 50 } });
      tell("written");
    } catch (error) {
      tell("refused", error.message);
      throw error;
    }
  },
});

const server = await startServer({
  plugins: [{ ...plugin, manifests: false, controllers: [controller] }],
  root: plugin.root,
  port: 0,
  databaseUrl,
  // A write may wait for a lock for as long as the test needs.
  databaseTimeout: "1m",
  log: silentLog,
});
await server.started;
tell("listening", server.url);
