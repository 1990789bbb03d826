// A service of tasks on a database, which renames a field of those that are stored. Arguments: the URL of the database, milliseconds that
// the change of one object takes, and a file: they are twelve more while it is there.
import { existsSync } from "node:fs";
import { runServer } from "@cmgen/runtime";
import { createResourceRouter } from "@cmgen/runtime/codegen";
import { plugin } from "../../examples/tasks/dist/generated/plugin.js";

const [, , databaseUrl, milliseconds, slowing] = process.argv;
const SLOWED_MS = 12;

/** Counts how often it was made: an object that is changed twice says so. */
const step = {
  id: "assignee-to-owner",
  change({ spec: { assignee, ...spec } }) {
    const slowed = slowing !== undefined && existsSync(slowing) ? SLOWED_MS : 0;
    const end = performance.now() + Number(milliseconds) + slowed;
    while (performance.now() < end);
    const times = String(Number(spec.fields?.times ?? 0) + 1);
    return { spec: { ...spec, fields: { ...spec.fields, owner: assignee ?? "nobody", times }, gone: undefined } };
  },
};

const resources = plugin.resources.map((resource) => {
  if (resource.model.kind !== "Task") return resource;
  const model = { ...resource.model, evolve: [step] };
  return { model, createRouter: (service) => createResourceRouter(service, model) };
});
const tasks = { ...plugin, resources, hooks: [], controllers: [], manifests: false };
await runServer({ plugins: [tasks], root: plugin.root, port: 0, databaseUrl });
