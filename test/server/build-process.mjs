// A service with two plugins on a database: the people plugin, one of whose index functions takes its time, and one without types, whose
// endpoint can be asked whether it is served. Arguments: the URL of the database, and milliseconds that the function takes until SIGUSR2 comes.
import { defineEndpoints, get, runServer } from "@cmgen/runtime";
import { createResourceRouter } from "@cmgen/runtime/codegen";
import { plugin } from "../../examples/people/dist/generated/plugin.js";

const [, , databaseUrl, given] = process.argv;
let milliseconds = Number(given);
process.on("SIGUSR2", () => (milliseconds = 0));

/** Stands still instead of counting: others need the processor. */
const still = new Int32Array(new SharedArrayBuffer(4));

function slow(extract) {
  return (person) => {
    Atomics.wait(still, 0, 0, milliseconds);
    return extract(person);
  };
}

const resources = plugin.resources.map(({ model }) => {
  const indexes = model.indexes.map((index) =>
    index.name === "initial" ? { ...index, extract: slow(index.extract) } : index,
  );
  const changed = { ...model, indexes };
  return { model: changed, createRouter: (service) => createResourceRouter(service, changed) };
});

const other = {
  name: "other",
  root: new URL("nothing-here/", import.meta.url),
  resources: [],
  controllers: [],
  endpoints: [
    defineEndpoints({
      apiVersion: "api.other.example.com/v1",
      routes: [get("/hello", async () => new Response("hello"))],
    }),
  ],
};

const people = { ...plugin, resources, controllers: [] };
await runServer({ plugins: [people, other], root: plugin.root, port: 0, databaseUrl });
