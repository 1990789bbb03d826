// A service of a plugin in a process of its own. Arguments: the URL of the plugin's module, and that of the database.
import { runServer } from "@cmgen/runtime";

const [, , module, databaseUrl] = process.argv;
const { plugin } = await import(module);
await runServer({ plugins: [plugin], root: plugin.root, host: "127.0.0.1", databaseUrl });
