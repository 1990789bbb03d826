import { silentLog, startServer, tokens, type RunningServer } from "../../../../packages/runtime/dist/index.js";
import type { PluginAccess } from "../../../../packages/runtime/dist/access/define-access.js";
import { issueToken } from "../../../../packages/runtime/dist/identity/token-commands.js";
import { answerMessages } from "../processes/answer-messages.js";
import { processState } from "../processes/process-state.js";
import { loadPlugin, type ServedDatabase } from "../databases/open-items.js";
import type { ServerAnswer } from "../http/servers/server-request.js";

/** The roles that tokens are made for. */
export const guardedRoles = ["whole", "rows", "fields"] as const;
export type GuardedRole = (typeof guardedRoles)[number];

/** A service with access, and a token of each role. */
export interface GuardedAnswer extends ServerAnswer {
  readonly tokens: Readonly<Record<GuardedRole, string>>;
}

const read = ["get", "list"] as const;
const access: PluginAccess = {
  resources: { items: { group: "bench.example.com", plural: "items" } },
  definition: {
    authenticate: [tokens()],
    roles: {
      whole: { resources: { items: { verbs: read } } },
      rows: { resources: { items: { verbs: read, where: () => ({ "spec.group": "group-1" }) } } },
      fields: { resources: { items: { verbs: read, hidden: ["spec.score", "spec.tags"] } } },
    },
  },
};

let server: RunningServer | undefined;

answerMessages<ServedDatabase>(
  async (request) => {
    if (server !== undefined) return processState();
    const plugin = await loadPlugin(request);
    const { url: databaseUrl } = request;
    const day = 24 * 60 * 60 * 1000;
    const issued = [];
    for (const role of guardedRoles) {
      const { secret } = await issueToken(databaseUrl, { name: role, roles: [role], groups: [], lifetime: day });
      issued.push([role, secret] as const);
    }
    const options = { plugins: [{ ...plugin, access }], root: plugin.root, host: "127.0.0.1", port: 0 };
    server = await startServer({ ...options, databaseUrl, log: silentLog });
    await server.started;
    return { url: server.url, tokens: Object.fromEntries(issued) };
  },
  async () => server?.close(),
);
