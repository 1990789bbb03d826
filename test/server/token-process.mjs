// A people service whose callers need a token of the service.
// Arguments: the URL of the database.
import { startServer, tokens } from "@cmgen/runtime";
import { plugin } from "../../examples/people/dist/generated/plugin.js";

const [, , databaseUrl] = process.argv;
const authenticate = tokens();
const server = await startServer({
  plugins: [{ ...plugin, manifests: false, controllers: [] }],
  root: plugin.root,
  databaseUrl,
  authorizer: async ({ path, headers, remoteAddress }) => {
    const { identities } = server.service;
    const identity = await authenticate({ method: "GET", path, headers, remoteAddress, identities });
    return { decision: identity === undefined ? "unauthorized" : "allow" };
  },
});
server.service.log.info({ url: server.url }, "listening");
process.once("SIGTERM", () => void server.close());
