import { describe, expect, it } from "vitest";
import { annotatedEndpoints, ApiVersion, Get, Post } from "./annotated-endpoints.js";
import { endpointsOf } from "./endpoints-of.js";
import type { EndpointChecks } from "./endpoint-check.js";
import { typed } from "./endpoint-types.js";
import type { EndpointContext } from "./endpoints.js";

// What a compiler makes of decorators: they are called with the method or class. Written out, since not every tool that runs tests
// compiles the syntax.
class Greetings {
  readonly #greeting = "Hello";

  greet({ params }: EndpointContext): Response {
    return new Response(`${this.#greeting}, ${params["name"]}`);
  }

  unmarked(): Response {
    return new Response("never");
  }
}
const noContext = {} as ClassMethodDecoratorContext & ClassDecoratorContext;
Get("/people/{name}/greeting")(Greetings.prototype.greet, noContext);
Post("/people/{name}/greetings")(Greetings.prototype.greet, noContext);

class Louder extends Greetings {}

interface Card {
  body: { message: string };
  response: { text: string };
  status: 201;
}

class Cards {
  readonly #sender = "Bob";

  write({ params, body }: EndpointContext<{ name: string }, Card>): { text: string } {
    return { text: `${params.name}: ${body.message} ${this.#sender}` };
  }
}
Post("/people/{name}/cards", typed<Card>())(Cards.prototype.write, noContext);
ApiVersion("console.api.a.b/v1")(Cards, noContext);

describe("annotated endpoints with types", () => {
  const url = "http://localhost/apis/console.api.a.b/v1/people/ann/cards";
  const send = (body: object): Request =>
    new Request(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const violation = { path: "/message", keyword: "required", message: "is required" };
  const checks: EndpointChecks = {
    "POST /people/{name}/cards": {
      body: (value) => (Object.hasOwn(Object(value), "message") ? [] : [violation]),
      status: 201,
    },
  };

  it("get what has been checked, and their values are answered", async () => {
    const [endpoints] = endpointsOf({ source: Cards, checks });
    const request = send({ message: "Hi" });
    const handler = endpoints?.routes[0]?.(request, "/apis/console.api.a.b/v1");
    const answer = await handler?.({ request } as EndpointContext);
    expect([answer?.status, await answer?.json()]).toEqual([201, { text: "ann: Hi Bob" }]);
    const refused = handler?.({ request: send({}) } as EndpointContext);
    await expect(refused).rejects.toMatchObject({ code: "Invalid", errors: [{ path: "/message", code: "required" }] });
  });

  it("are none without their checks", () => {
    expect(() => endpointsOf(Cards)).toThrow("Nothing checks the requests of POST /people/{name}/cards");
    expect(() => endpointsOf({ source: Cards, checks: { "PUT /people/{name}/cards": {} } })).toThrow("Nothing checks");
  });
});

describe("annotated endpoints", () => {
  it("are none for a class without the marker", () => {
    expect(annotatedEndpoints(Greetings)).toBeUndefined();
    expect(endpointsOf(Greetings)).toEqual([]);
  });

  it("are the annotated methods of a class with it, bound to one instance", async () => {
    ApiVersion("console.api.a.b/v1")(Louder, noContext);
    const [endpoints] = endpointsOf(Louder);
    expect(endpoints?.base).toBe("/apis/console.api.a.b/v1");
    expect(endpoints?.routes.map(({ method, path }) => [method, path])).toEqual([
      ["GET", "/people/{name}/greeting"],
      ["POST", "/people/{name}/greetings"],
    ]);
    const request = new Request("http://localhost/apis/console.api.a.b/v1/people/ann/greeting");
    const handler = endpoints?.routes.map((route) => route(request, "/apis/console.api.a.b/v1")).find(Boolean);
    const answer = await handler?.({ request } as EndpointContext);
    expect(await answer?.text()).toBe("Hello, ann");
  });
});
