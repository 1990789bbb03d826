// A people service on an SQLite file that stops within a second, so that others need not wait long for the file.
// Arguments: the URL of the database.
import { runServer } from "@cmgen/runtime";
import { plugin } from "../../examples/people/dist/generated/plugin.js";

const [, , databaseUrl] = process.argv;
await runServer({
  plugins: [{ ...plugin, manifests: false, controllers: [] }],
  root: plugin.root,
  databaseUrl,
  stopTimeout: "1s",
});
