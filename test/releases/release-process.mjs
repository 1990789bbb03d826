// A service of one release of a plugin. Arguments: the URL of its compiled plugin.js, and that of the database.
import { runServer } from "@cmgen/runtime";

const [, , url, databaseUrl] = process.argv;
const { plugin } = await import(url);
await runServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl });
