// A people service that is killed while it loads its manifests. Arguments: the URL of the database, the plugin's folder, the mode, and the
// number of the write at which it is killed, or "never".
import { pathToFileURL } from "node:url";
import { defineHooks, silentLog, startServer } from "@cmgen/runtime";
import { plugin } from "../../examples/people/dist/generated/plugin.js";

const [, , databaseUrl, folder, manifests, killedAt] = process.argv;
const [{ model }] = plugin.resources;

let writes = 0;
const hooks = defineHooks({
  model,
  beforeWrite: () => {
    writes += 1;
    if (String(writes) === killedAt) process.kill(process.pid, "SIGKILL");
  },
});

const server = await startServer({
  plugins: [{ ...plugin, root: pathToFileURL(`${folder}/`), manifests, controllers: [], hooks: [hooks] }],
  root: plugin.root,
  port: 0,
  databaseUrl,
  log: silentLog,
});
await server.started;
const [{ state, error }] = server.plugins;
if (state !== "started") throw error;
process.once("SIGTERM", () => void server.close().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ msg: "listening", url: server.url })}\n`);
