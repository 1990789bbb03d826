// A people service whose controller keeps a file for each person, as it would keep a mailbox elsewhere, and is killed in one of its steps.
// Arguments: the URL of the database, the folder of the files, the step in which it is killed, or "never".
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defineController, silentLog, startServer } from "@cmgen/runtime";
import { plugin } from "../../examples/people/dist/generated/plugin.js";

const [, , databaseUrl, folder, killedAt] = process.argv;
const [{ model }] = plugin.resources;

const step = (name) => {
  if (name === killedAt) process.kill(process.pid, "SIGKILL");
};
const fileOf = ({ metadata }) => join(folder, metadata.name);

const controller = defineController({
  name: "mailbox",
  model,
  finalizer: {
    name: "people.example.com/mailbox",
    cleanup: async ({ object: person }) => {
      step("before the cleanup");
      await rm(fileOf(person), { force: true });
      step("after the cleanup");
    },
  },
  reconcile: async ({ object: person }) => {
    step("before the work");
    await writeFile(fileOf(person), "");
    step("after the work");
  },
});

const server = await startServer({
  plugins: [{ ...plugin, manifests: false, controllers: [controller] }],
  root: plugin.root,
  port: 0,
  databaseUrl,
  log: silentLog,
});
await server.started;
process.once("SIGTERM", () => void server.close().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ msg: "listening", url: server.url })}\n`);
