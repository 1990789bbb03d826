// A people service that writes as fast as it can, and audits to a file. Prints the name of each object whose write has been acknowledged. Arguments: the URL of
// the database, the file, and what names of its objects begin with.
import { silentLog, startServer } from "@cmgen/runtime";
import { plugin } from "../../examples/people/dist/generated/plugin.js";

const [, , databaseUrl, file, prefix] = process.argv;
const [{ model }] = plugin.resources;
const server = await startServer({
  plugins: [{ ...plugin, controllers: [], manifests: false }],
  root: plugin.root,
  port: 0,
  databaseUrl,
  log: silentLog,
  audit: { to: { file } },
});
await server.started;
process.stdout.write(`listening ${server.url}\n`);
const people = server.service.resource(model);

for (let count = 0; ; count += 1) {
  const name = `${prefix}-${count}`;
  await people.create({ metadata: { name }, spec: { name } });
  if (count % 3 === 0) await people.update(name, { spec: { age: 1 } });
  if (count % 5 === 0) await people.delete(name);
  process.stdout.write(`${name}\n`);
}
