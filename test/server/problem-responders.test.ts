import { afterEach, describe, expect, it } from "vitest";
import {
  ApiError,
  defineEndpoints,
  del,
  get,
  mountService,
  post,
  silentLog,
  typed,
  type MountedService,
  type ProblemResponder,
  type ServerOptions,
} from "@cmgen/runtime";
import { plugin } from "../../examples/people/src/generated/plugin.js";
import { collection } from "./rule.js";

const here = { remoteAddress: "127.0.0.1" };
const failures: unknown[] = [];

/** An API with errors as RealWorld has them. */
const endpoints = defineEndpoints({
  apiVersion: "api.people.example.com/v1alpha1",
  problem: (error, { method }) =>
    Response.json({ errors: { body: [`${method}: ${error.message}`] } }, { status: error.status }),
  routes: [
    get("/people/refused", () => {
      throw new ApiError("Forbidden", "Not you.", { headers: { "x-why": "because" } });
    }),
    get("/people/failing", () => {
      throw new Error("secret");
    }),
    post("/people/typed", typed<{ body: { n: number }; status: 204 }>(), () => {}),
    del("/people/{name}", typed<{ status: 204 }>(), ({ params }) => void failures.push(params.name)),
  ],
});
const checks = {
  "POST /people/typed": {
    status: 204,
    body: (value: unknown) =>
      Object.hasOwn(Object(value), "n") ? [] : [{ path: "/n", keyword: "required", message: "is required" }],
  },
  "DELETE /people/{name}": { status: 204 },
};

describe("what is wrong with a request", () => {
  let people: MountedService | undefined;
  afterEach(() => people?.close());

  async function ask(options: Partial<ServerOptions>, path: string, init: RequestInit = {}): Promise<Response> {
    people ??= await mountService({
      plugins: [{ ...plugin, manifests: false, endpoints: [{ source: endpoints, checks }] }],
      root: plugin.root,
      databaseUrl: ":memory:",
      log: { ...silentLog, error: (fields) => void failures.push(fields) },
      ...options,
    });
    await people.started;
    return people.fetch(new Request(`http://localhost${path}`, init), here);
  }
  const json = async (answer: Response): Promise<unknown> => [answer.status, await answer.json()];
  const base = "/apis/api.people.example.com/v1alpha1/people";

  it("is answered as an endpoint's group says, and elsewhere as a problem", async () => {
    const refused = await ask({}, `${base}/refused`);
    expect(refused.headers.get("x-why")).toBe("because");
    expect(await json(refused)).toEqual([403, { errors: { body: ["GET: Not you."] } }]);
    const failed = await json(await ask({}, `${base}/failing`));
    expect(failed).toEqual([500, { errors: { body: [expect.not.stringContaining("secret")] } }]);
    const headers = { "content-type": "application/json" };
    expect(await json(await ask({}, `${base}/typed`, { method: "POST", headers, body: "{}" }))).toEqual([
      422,
      { errors: { body: [expect.stringContaining("is required")] } },
    ]);
    expect((await ask({}, `${base}/typed`, { method: "POST", headers, body: '{"n":1}' })).status).toBe(204);
    const removed = await ask({}, `${base}/ann`, { method: "DELETE" });
    expect([removed.status, await removed.text()]).toEqual([204, ""]);
    expect(await json(await ask({}, `${base}/refused`, { method: "PUT" }))).toMatchObject([405, { errors: {} }]);
    expect(await json(await ask({}, `${collection}/nobody`))).toMatchObject([404, { code: "NotFound" }]);
    people = await people?.close().then(() => undefined);
  });

  it("is answered as the service says, everywhere", async () => {
    const problem: ProblemResponder = async (error) => new Response(`oh: ${error.code}`, { status: error.status });
    const missing = await ask({ problem }, `${collection}/nobody`);
    expect([missing.status, await missing.text()]).toEqual([404, "oh: NotFound"]);
    expect(await (await ask({}, "/nothing")).text()).toBe("oh: NotFound");
    expect(await (await ask({}, `${collection}?sort=x`)).text()).toBe("oh: InvalidQuery");
    const head = await ask({}, `${collection}/nobody`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([404, ""]);
    people = await people?.close().then(() => undefined);
  });

  it.each([
    ["throws", () => Promise.reject(new Error("no answer"))],
    ["returns no Response", () => "oh" as unknown as Response],
  ])("is a problem where what should answer it %s, and the log says so", async (_, problem) => {
    failures.length = 0;
    expect(await json(await ask({ problem }, `${collection}/nobody`))).toMatchObject([404, { code: "NotFound" }]);
    expect(failures).toMatchObject([{ method: "GET", path: `${collection}/nobody` }]);
    people = await people?.close().then(() => undefined);
  });
});
