// A service with tenants in a process of its own. Arguments: the URL of the plugin's module, and that of the database.
import { runServer, tenantByPath } from "@cmgen/runtime";

const [, , module, databaseUrl] = process.argv;
const { plugin } = await import(module);
await runServer({
  plugins: [plugin],
  root: plugin.root,
  host: "127.0.0.1",
  databaseUrl,
  tenants: { of: tenantByPath("/t"), madeOnUse: 1000, idleTimeout: "2s" },
});
