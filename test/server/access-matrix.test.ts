import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authenticator, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import type { Plugin, PluginAccess } from "@cmgen/runtime/codegen";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "./people-server.js";

const byHeader: Authenticator = ({ headers }) => {
  const [, name] = /^Test ([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name };
};

/** The roles that every service has, and callers who have none. */
const roles = ["anonymous", "authenticated", "viewer", "editor", "statusWriter", "admin"] as const;
type Role = (typeof roles)[number];

/** What a request is, and what it is answered where it is allowed. Objects with the name `none` do not exist. */
interface Kind {
  readonly is: string;
  readonly allowed: readonly Role[];
  readonly status: number;
  /** Whether anybody may send it, whatever its role. */
  readonly isOpen?: boolean;
}

const readers: readonly Role[] = ["viewer", "editor", "statusWriter", "admin"];
const writers: readonly Role[] = ["editor", "admin"];
const statusWriters: readonly Role[] = ["statusWriter", "admin"];

/** The expectation of each request, by the form of its path and its method. */
const kinds: Readonly<Record<string, Kind>> = {
  "collection GET": { is: "a list", allowed: readers, status: 200 },
  "collection HEAD": { is: "a list", allowed: readers, status: 200 },
  "collection WATCH": { is: "a watch", allowed: readers, status: 200 },
  "collection POST": { is: "a create of nothing", allowed: writers, status: 422 },
  "collection DELETE": { is: "a deletion of a selection", allowed: writers, status: 200 },
  "collection OPTIONS": { is: "a question about methods", allowed: roles, status: 204, isOpen: true },
  "object GET": { is: "a read", allowed: readers, status: 404 },
  "object HEAD": { is: "a read", allowed: readers, status: 404 },
  "object PUT": { is: "a replacement", allowed: writers, status: 404 },
  "object PATCH": { is: "a patch", allowed: writers, status: 404 },
  "object DELETE": { is: "a deletion", allowed: writers, status: 404 },
  "object OPTIONS": { is: "a question about methods", allowed: roles, status: 204, isOpen: true },
  "status GET": { is: "a read", allowed: readers, status: 404 },
  "status HEAD": { is: "a read", allowed: readers, status: 404 },
  "status PUT": { is: "a status", allowed: statusWriters, status: 404 },
  "status PATCH": { is: "a status", allowed: statusWriters, status: 404 },
  "status OPTIONS": { is: "a question about methods", allowed: roles, status: 204, isOpen: true },
  ...Object.fromEntries(
    ["history", "version", "diff"].flatMap((at) => [
      [`${at} GET`, { is: "a read of a history", allowed: readers, status: 404 }],
      [`${at} HEAD`, { is: "a read of a history", allowed: readers, status: 404 }],
      [`${at} OPTIONS`, { is: "a question about methods", allowed: roles, status: 204, isOpen: true }],
    ]),
  ),
  "restore POST": { is: "a replacement", allowed: writers, status: 404 },
  "restore OPTIONS": { is: "a question about methods", allowed: roles, status: 204, isOpen: true },
  "GET /metrics": { is: "a page", allowed: ["admin"], status: 200 },
  "GET /controllers": { is: "a page", allowed: ["admin"], status: 200 },
  "GET /openapi.json": { is: "a page", allowed: readers, status: 200 },
  "GET /docs": { is: "a page", allowed: readers, status: 200 },
  "GET /docs/swagger-ui.css": { is: "a page", allowed: readers, status: 200 },
  "GET /healthz": { is: "a probe", allowed: roles, status: 200, isOpen: true },
  "GET /readyz": { is: "a probe", allowed: roles, status: 200, isOpen: true },
  "GET /apis/-/whoami": { is: "a question about oneself", allowed: roles, status: 200, isOpen: true },
  "POST /apis/-/access-reviews": { is: "a question about oneself", allowed: roles, status: 422, isOpen: true },
  // What is done by it is asked for each operation, and this body has none.
  "POST /apis/-/batch": { is: "other requests in one", allowed: roles, status: 422, isOpen: true },
  // The same for each line, and this body has none.
  "POST /apis/-/import": { is: "other requests in one", allowed: roles, status: 415, isOpen: true },
  "GET /apis/-/admin/models": { is: "a question about oneself", allowed: roles, status: 200, isOpen: true },
  "GET /apis/-/admin/plugins": { is: "an operator's question", allowed: ["admin"], status: 200 },
  "GET /apis/-/admin/controllers": { is: "an operator's question", allowed: ["admin"], status: 200 },
  "GET /apis/-/admin/schedules": { is: "an operator's question", allowed: ["admin"], status: 200 },
  "GET /apis/-/admin/migrations": { is: "an operator's question", allowed: ["admin"], status: 200 },
  "GET /apis/-/admin/changes": { is: "an operator's question", allowed: ["admin"], status: 200 },
  "GET /apis/-/admin/roles": { is: "an operator's question", allowed: ["admin"], status: 200 },
  "GET /apis/-/admin/tokens": { is: "an operator's question", allowed: ["admin"], status: 200 },
  "POST /apis/-/admin/tokens": { is: "an operator's order", allowed: ["admin"], status: 422 },
  "POST /apis/-/admin/tokens/revoke": { is: "an operator's order", allowed: ["admin"], status: 422 },
  "POST /apis/-/admin/users/reset": { is: "an operator's order", allowed: ["admin"], status: 404 },
  "POST /apis/-/admin/users/sign-out": { is: "an operator's order", allowed: ["admin"], status: 404 },
  "POST /apis/-/admin/reconcile": { is: "an operator's order", allowed: ["admin"], status: 400 },
  "POST /apis/-/admin/explain": { is: "an operator's question", allowed: ["admin"], status: 422 },
  "GET /apis/console.api.people.example.com/v1alpha1/people/names": {
    is: "an endpoint",
    allowed: ["admin"],
    status: 200,
  },
  "POST /apis/console.api.people.example.com/v1alpha1/people/{name}/cards": {
    is: "an endpoint",
    allowed: ["admin"],
    status: 422,
  },
  "GET /apis/console.api.people.example.com/v1alpha1/people/{name}/greeting": {
    is: "an endpoint",
    allowed: ["admin"],
    status: 404,
  },
  "GET /apis/console.api.tracker.example.com/v1alpha1/projects/{name}/board": {
    is: "an endpoint",
    allowed: ["admin"],
    status: 404,
  },
  "POST /apis/uc.api.tracker.example.com/v1alpha1/issues/{name}/closing": {
    is: "an endpoint",
    allowed: ["admin"],
    status: 422,
  },
  "GET /apis/console.api.tasks.example.com/v1alpha1/projects/{name}/board": {
    is: "an endpoint",
    allowed: ["admin"],
    status: 404,
  },
  "GET /apis/console.api.projects.example.com/v1alpha1/projects/busiest": {
    is: "an endpoint",
    allowed: ["admin"],
    status: 200,
  },
  "POST /apis/console.api.issues.example.com/v1alpha1/issues/closing": {
    is: "an endpoint",
    allowed: ["admin"],
    status: 422,
  },
};

interface Request {
  readonly method: string;
  readonly path: string;
  readonly kind: Kind | undefined;
}

/** Every request that a document has, and those that every service answers. */
function requestsOf(document: OpenApi): readonly Request[] {
  const documented = Object.entries(document.paths).flatMap(([path, item]): Request[] => {
    const [, below = ""] = /^\/apis\/[^/]+\/[^/]+\/[^/]+(\/.+)$/.exec(path) ?? [];
    const at = PLACES[below] ?? "nowhere";
    const isResource = "x-cmgen-resource" in item || (below !== "" && below in PLACES && !path.includes(".api."));
    const methods = Object.keys(item)
      .filter((key) => METHODS.has(key))
      .map((key) => key.toUpperCase());
    const own = path.replace("{name}", "none").replace("{version}", "1");
    if (!isResource) return methods.map((method) => ({ method, path: own, kind: kinds[`${method} ${path}`] }));
    const heads = methods.includes("GET") ? ["HEAD"] : [];
    const more = [...methods, ...heads, "OPTIONS", ...(at === "collection" ? ["WATCH"] : [])];
    return more.map((method) => ({ method, path: own, kind: kinds[`${at} ${method}`] }));
  });
  const everywhere = Object.keys(kinds).flatMap((key): Request[] => {
    const [method = "", path = ""] = key.split(" ");
    const isOwn = path.startsWith("/") && (!path.startsWith("/apis/") || path.startsWith("/apis/-/"));
    return isOwn ? [{ method, path, kind: kinds[key] }] : [];
  });
  return [...documented, ...everywhere];
}

/** What is below a collection. */
const PLACES: Readonly<Record<string, string>> = {
  "": "collection",
  "/{name}": "object",
  "/{name}/status": "status",
  "/{name}/history": "history",
  "/{name}/history/{version}": "version",
  "/{name}/history/{version}/diff": "diff",
  "/{name}/history/{version}/restore": "restore",
};

const METHODS: ReadonlySet<string> = new Set(["get", "put", "post", "patch", "delete"]);

interface OpenApi {
  readonly paths: Readonly<Record<string, object>>;
}

const examples = ["people", "tracker", "tasks", "two-plugins"] as const;

describe.each(databases.flatMap((database) => examples.map((example) => [example, database] as const)))(
  "every role and every path of %s on %s",
  (example, database) => {
    let server: RunningServer;
    const folder = new URL(`../../examples/${example}/`, import.meta.url);
    const document = JSON.parse(readFileSync(new URL("openapi.json", folder), "utf8")) as OpenApi;
    const requests = requestsOf(document);

    beforeAll(async () => {
      const [own, ...hosted] = await pluginsOf(folder);
      if (own === undefined) throw new Error(`${example} has no plugin`);
      const bindings = Object.fromEntries(readers.map((role) => [role, { users: [role] }]));
      const access: PluginAccess = { resources: {}, definition: { authenticate: [byHeader], bindings } };
      server = await startServer({
        plugins: [{ ...own, access }, ...hosted],
        root: folder,
        port: 0,
        databaseUrl: database === "sqlite" ? ":memory:" : await createDatabase(),
        log: silentLog,
      });
      await server.started;
      expect(server.unready()).toEqual([]);
    });
    afterAll(() => server.close());

    it("has an expectation for each path", () => {
      expect(requests.length).toBeGreaterThan(30);
      expect(requests.filter(({ kind }) => kind === undefined)).toEqual([]);
    });

    it.runIf(example === "tracker")("has histories", () => {
      const places = new Set(requests.flatMap(({ path }) => /\/(?:history|1|diff|restore)$/.exec(path)?.[0] ?? []));
      expect([...places].toSorted()).toEqual(["/1", "/diff", "/history", "/restore"]);
    });

    it.each(roles)("answers %s", async (role) => {
      const wrong: string[] = [];
      for (const { method, path, kind } of requests) {
        if (kind === undefined) continue;
        const refused = role === "anonymous" ? 401 : 403;
        const expected = kind.isOpen === true || kind.allowed.includes(role) ? kind.status : refused;
        const status = await statusOf(server.url, { role, method, path });
        if (status !== expected) wrong.push(`${method} ${path}: ${status}, not ${expected}`);
      }
      expect(wrong).toEqual([]);
    });
  },
);

async function pluginsOf(folder: URL): Promise<readonly Plugin[]> {
  const load = async (name: string): Promise<Readonly<Record<string, unknown>>> =>
    (await import(new URL(`dist/generated/${name}.js`, folder).href)) as Readonly<Record<string, unknown>>;
  if (!folder.pathname.includes("two-plugins")) return [(await load("plugin"))["plugin"] as Plugin];
  return (await load("plugins"))["plugins"] as readonly Plugin[];
}

interface Asked {
  readonly role: Role;
  readonly method: string;
  readonly path: string;
}

/** Bodies are empty objects: they are read after it is known that the caller may send them. */
async function statusOf(url: string, { role, method, path }: Asked): Promise<number> {
  const isPatch = method === "PATCH";
  const query = path.endsWith("/diff")
    ? "?to=1"
    : ({ WATCH: "?watch=true", DELETE: path.endsWith("/none") ? "" : "?labelSelector=a.example.com/none" }[method] ??
      "");
  const headers: Record<string, string> = {
    ...(role !== "anonymous" && { authorization: `Test ${role}` }),
    ...(["POST", "PUT", "PATCH"].includes(method) && {
      "content-type": isPatch ? "application/merge-patch+json" : "application/json",
    }),
  };
  const end = new AbortController();
  const response = await fetch(`${url}${path}${query}`, {
    method: method === "WATCH" ? "GET" : method,
    headers,
    redirect: "manual",
    signal: end.signal,
    ...(headers["content-type"] !== undefined && { body: "{}" }),
  });
  if (method === "WATCH") end.abort();
  else await response.arrayBuffer();
  return response.status;
}
