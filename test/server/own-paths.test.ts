import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkGroup, SERVICE_BASE, SERVICE_SEGMENTS } from "@cmgen/model/internal";
import {
  ApiError,
  defineEndpoints,
  get,
  mountService,
  post,
  silentLog,
  type EndpointSource,
  type RequestAttributes,
  type RunningServer,
} from "@cmgen/runtime";
import { peoplePlugin, startPeople } from "./people-server.js";

const asked: RequestAttributes[] = [];

const api = defineEndpoints({
  path: "/api",
  routes: [
    get("/articles/{slug}", ({ params }) => Response.json({ slug: params.slug })),
    post("/articles", async ({ request }) => new Response(await request.text(), { status: 201 })),
    get("/v2/{anything}", () => new Response("less specific")),
  ],
});
const nested = defineEndpoints({
  path: "/api/v2",
  problem: (error) => new Response(`v2: ${error.message}`, { status: error.status }),
  routes: [
    get("/articles", () => new Response("more specific")),
    get("/refused", () => {
      throw new ApiError("Forbidden", "Not you.");
    }),
  ],
});
const endpoints: readonly EndpointSource[] = [api, nested];

describe("endpoints at a path of the plugin's own", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startPeople("sqlite", {
      plugins: [{ ...peoplePlugin(), endpoints }],
      authorizer: (attributes) => {
        asked.push(attributes);
        return { decision: attributes.path === "/api/articles/secret" ? "forbidden" : "allow" };
      },
    });
  });
  afterAll(() => server.close());
  const at = (path: string, init?: RequestInit): Promise<Response> => fetch(server.url + path, init);

  it("answer there, and nowhere else", async () => {
    expect(await (await at("/api/articles/%C3%A5")).json()).toEqual({ slug: "å" });
    const created = await at("/api/articles", { method: "POST", body: "text" });
    expect([created.status, await created.text()]).toEqual([201, "text"]);
    const missing = await Promise.all(
      ["/articles/a", "/apis/api/articles/a", "/apiarticles", "/api"].map((path) => at(path)),
    );
    expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it("say which methods a path has", async () => {
    const refused = await at("/api/articles/a", { method: "DELETE" });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  it("may be below another path of the plugin: the more specific template answers, in the form of its own errors", async () => {
    expect(await (await at("/api/v2/articles")).text()).toBe("more specific");
    expect(await (await at("/api/v2/people")).text()).toBe("less specific");
    const refused = await at("/api/v2/refused");
    expect([refused.status, await refused.text()]).toEqual([403, "v2: Not you."]);
  });

  it("are asked about by their path: they are in no group", async () => {
    expect((await at("/api/articles/secret")).status).toBe(403);
    expect(asked.at(-1)).toMatchObject({
      verb: "get",
      group: "",
      version: "",
      resource: "",
      name: "",
      path: "/api/articles/secret",
    });
  });

  it("are counted under their path", async () => {
    await at("/api/articles/counted");
    const metrics = await (await at("/metrics")).text();
    const routes = [...metrics.matchAll(/^cmgen_http_requests_total.*route="(.*?)"/gm)].map(([, route]) => route);
    expect(routes).toEqual(expect.arrayContaining(["/api", "/api/v2"]));
  });
});

it("two plugins are not at one path, nor one below the other", async () => {
  const other = { ...peoplePlugin(), name: "other", resources: [], endpoints: [nested] };
  await expect(startPeople("sqlite", { plugins: [{ ...peoplePlugin(), endpoints: [api] }, other] })).rejects.toThrow(
    "Two plugins have endpoints below /api/v2 and below /api, one of them other.",
  );
});

it("mounted, the service takes the requests below these paths, and leaves the rest to the application", async () => {
  const people = await mountService({
    plugins: [{ ...peoplePlugin(), manifests: false, endpoints }],
    root: peoplePlugin().root,
    databaseUrl: ":memory:",
    log: silentLog,
  });
  await people.started;
  const answer = await people.fetch(new Request("http://localhost/api/articles/a"), { remoteAddress: "127.0.0.1" });
  expect(await answer.json()).toEqual({ slug: "a" });
  await people.close();
});

it("is not one of the service's, nor a text that is not a path", () => {
  const below = (path: string) => () => defineEndpoints({ path, routes: [] });
  for (const segment of SERVICE_SEGMENTS)
    expect(below(`/${segment}/mine`)).toThrow(`paths below /${segment} are the service's`);
  for (const path of ["", "api", "/", "/api/", "/a//b", "/a b", "/a/../b", "/%61", "/{name}", "/é"])
    expect(below(path)).toThrow("Endpoints cannot be below");
  for (const apiVersion of ["-/v1", "-.example.com/v1"])
    expect(() => defineEndpoints({ apiVersion, routes: [] })).toThrow("apiVersion must be");
  expect(below(`${SERVICE_BASE}/mine`)).toThrow("paths below /apis/- are the service's");
  expect(checkGroup("-")).not.toEqual([]);
  expect(() => defineEndpoints({ routes: [] } as never)).toThrow("apiVersion must be");
  expect(() => defineEndpoints({ apiVersion: "a.b/v1", path: "/api", routes: [] } as never)).toThrow("not both");
});
