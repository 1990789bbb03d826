import { silentLog, startServer, type RunningServer } from "../../../../../packages/runtime/dist/index.js";
import { answerMessages } from "../../processes/answer-messages.js";
import { peakMegabytes } from "../../processes/peak-memory.js";
import { separatePlugins } from "../../data/separate-plugins.js";
import { loadPlugin } from "../../databases/open-items.js";
import type { ServerRequest } from "./server-request.js";

/** Asked twice, it tells its peak memory and what is in the way of its readiness. */
export interface CmgenServerState {
  readonly megabytes: number;
  readonly unready: readonly string[];
}

let server: RunningServer | undefined;

answerMessages<ServerRequest & { readonly awaitStart?: boolean }>(
  async (request) => {
    if (server !== undefined) {
      return { megabytes: peakMegabytes(), unready: server.unready() } satisfies CmgenServerState;
    }
    const plugin = await loadPlugin(request);
    const { url: databaseUrl } = request;
    const address = { host: "127.0.0.1", port: 0 };
    server = await startServer({
      plugins: separatePlugins(plugin),
      root: plugin.root,
      databaseUrl,
      ...address,
      log: silentLog,
    });
    if (request.awaitStart !== false) await server.started;
    return { url: server.url };
  },
  async () => server?.close(),
);
