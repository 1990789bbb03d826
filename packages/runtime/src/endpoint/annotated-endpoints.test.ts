import { describe, expect, it } from "vitest";
import { annotatedEndpoints, ApiVersion, Get, Post } from "./annotated-endpoints.js";
import { endpointsOf } from "./endpoints-of.js";
import type { EndpointContext } from "./endpoints.js";

// What a compiler makes of decorators: they are called with the method or class. Written out, since not every tool that runs tests
// compiles the syntax.
class Greetings {
  readonly #greeting = "Hello";

  greet(_: Request, { params }: EndpointContext): Response {
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

describe("annotated endpoints", () => {
  it("are none for a class without the marker", () => {
    expect(annotatedEndpoints(Greetings)).toBeUndefined();
    expect(endpointsOf(Greetings)).toEqual([]);
  });

  it("are the annotated methods of a class with it, bound to one instance", async () => {
    ApiVersion("console.api.a.b/v1")(Louder, noContext);
    const [endpoints] = endpointsOf(Louder);
    expect(endpoints?.apiVersion).toBe("console.api.a.b/v1");
    expect(endpoints?.routes.map(({ method, path }) => [method, path])).toEqual([
      ["GET", "/people/{name}/greeting"],
      ["POST", "/people/{name}/greetings"],
    ]);
    const request = new Request("http://localhost/apis/console.api.a.b/v1/people/ann/greeting");
    const handler = endpoints?.routes.map((route) => route(request, "/apis/console.api.a.b/v1")).find(Boolean);
    const answer = await handler?.(request, {} as EndpointContext);
    expect(await answer?.text()).toBe("Hello, ann");
  });
});
