// node service.mjs [<url of another service>]: the tracker, with an endpoint that comments on an issue of the other service.
import { createCommentsClient } from "@cmgen-examples/tracker/client";
import { defineEndpoints, post, startServer, traceHeaders } from "@cmgen/runtime";
import { plugin } from "@cmgen-examples/tracker";

const [baseUrl = "http://127.0.0.1:1"] = process.argv.slice(2);
const comments = createCommentsClient({ baseUrl, headers: traceHeaders });
const relay = defineEndpoints({
  path: "/relay",
  routes: [
    post("/comments", async ({ log }) => {
      log.info({}, "relaying");
      await comments.create({ metadata: { name: "relayed" }, spec: { issue: "broken-link", text: "Hello" } });
      return new Response(null, { status: 204 });
    }),
  ],
});
const plugins = [{ ...plugin, endpoints: [...plugin.endpoints, relay] }];
const server = await startServer({ plugins, root: plugin.root, port: 0, databaseUrl: ":memory:" });
await server.started;
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
process.once("SIGTERM", () => void server.close());
