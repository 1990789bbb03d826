// A service of the plugin in a process of its own, which prints its address once it is ready. Arguments: the URL of the plugin's module, and
// that of the database.
import { silentLog, startServer } from "@cmgen/runtime";

const [, , module, databaseUrl] = process.argv;
const { plugin } = await import(module);
const options = { plugins: [plugin], root: plugin.root, host: "127.0.0.1", port: 0, databaseUrl, log: silentLog };
const server = await startServer(options);
await server.started;
process.stdout.write(`${server.url}\n`);
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)));
