// A people service with a controller that tells on standard output what it does: `<event> <name> <version> <milliseconds since 1970>`.
// Arguments: the URL of the database.
import { defineController, silentLog, startServer } from "@cmgen/runtime";
import { plugin } from "../../examples/people/dist/generated/plugin.js";

const tell = (event, { name, version } = { name: "-", version: 0 }) =>
  process.stdout.write(`${event} ${name} ${version} ${Date.now()}\n`);

const heard = new WeakSet();
const [resource] = plugin.resources;

const controller = defineController({
  name: "teller",
  model: resource.model,
  reconcile: async ({ object: { metadata }, signal }) => {
    if (!heard.has(signal)) {
      heard.add(signal);
      signal.addEventListener("abort", () => tell("ended"));
    }
    tell("reconciled", metadata);
  },
});

const server = await startServer({
  plugins: [{ ...plugin, controllers: [controller] }],
  root: plugin.root,
  port: 0,
  databaseUrl: process.argv[2],
  log: silentLog,
});
await server.started;
process.once("SIGTERM", () => void server.close().then(() => process.exit(0)));
process.stdout.write(`listening ${server.url}\n`);
