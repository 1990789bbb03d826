// A service of several plugins with two controllers each. Argument: the URL of the database.
import { defineController, runServer } from "@cmgen/runtime";
import { plugin } from "../../examples/people/dist/generated/plugin.js";

const [{ model }] = plugin.resources;
const none = { root: new URL("nothing-here/", import.meta.url), resources: [], endpoints: [] };
const controllersOf = (name) =>
  ["first", "second"].map((controller) =>
    defineController({
      name: controller,
      model,
      reconcile: async ({ object: { metadata }, log }) =>
        log.info({ plugin: name, controller, person: metadata.name }, "seen"),
    }),
  );

const guests = ["a", "b", "c"].map((name) => ({ ...none, name, controllers: controllersOf(name) }));
await runServer({ plugins: [plugin, ...guests], root: plugin.root, databaseUrl: process.argv[2] });
