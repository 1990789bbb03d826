import {
  defineController,
  silentLog,
  startServer,
  type Controller,
  type ModelDescriptor,
  type RunningServer,
} from "../../../../../packages/runtime/dist/index.js";
import { answerMessages } from "../../processes/answer-messages.js";
import { processState, type ProcessState } from "../../processes/process-state.js";
import { separatePlugins } from "../../data/separate-plugins.js";
import { loadPlugin } from "../../databases/open-items.js";
import type { ServerRequest } from "./server-request.js";

/** Asked twice, it tells how it is doing and what is in the way of its readiness. */
export interface CmgenServerState extends ProcessState {
  readonly unready: readonly string[];
}

let server: RunningServer | undefined;

/** A controller that reads each object and does nothing about it. */
function lookAt(model: ModelDescriptor): Controller {
  return defineController({ name: "look", model, reconcile: async () => undefined });
}

interface StartOptions {
  /** Whether the server's start is awaited. Default: it is. */
  readonly awaitStart?: boolean;
  /** Whether a controller looks at every object. */
  readonly controls?: boolean;
}

answerMessages<ServerRequest & StartOptions>(
  async (request) => {
    if (server !== undefined) return { ...processState(), unready: server.unready() } satisfies CmgenServerState;
    const plugin = await loadPlugin(request);
    const { url: databaseUrl } = request;
    const address = { host: "127.0.0.1", port: 0 };
    server = await startServer({
      plugins: separatePlugins(plugin).map((each) => ({
        ...each,
        controllers: request.controls === true ? each.resources.map(({ model }) => lookAt(model)) : [],
      })),
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
