/** What endpoints may be written as, held by the compiler when the package is built. */
import { Get, Post } from "./annotated-endpoints.js";
import { typed } from "./endpoint-types.js";
import type { EndpointContext } from "./endpoints.js";
import { get, post } from "./template-route.js";

interface CardRequest {
  message: string;
}
interface Card {
  text: string;
}
interface WriteCard {
  body: CardRequest;
  query: { copies?: number };
  response: Card;
  status: 201;
}

export const routes = [
  post("/people/{name}/cards", typed<WriteCard>(), ({ params, body, query }) => ({
    text: `${params.name} ${body.message} ${query.copies ?? 1}`,
  })),
  post("/people/{name}/cards", typed<WriteCard>(), async () => Response.json({ text: "" }, { status: 202 })),
  get("/people", typed<{ query: { q: string } }>(), ({ query }) => new Response(query.q)),
  post("/people", typed<{ body: CardRequest }>(), ({ request, body }) => new Response(body.message + request.url)),
  get("/people/{name}", ({ params }) => new Response(params.name)),

  // @ts-expect-error There is no such parameter in the path.
  post("/people/{name}/cards", typed<WriteCard>(), ({ params }) => ({ text: params.nmae })),
  // @ts-expect-error The body has no such property.
  post("/people/{name}/cards", typed<WriteCard>(), ({ body }) => ({ text: body.mesage })),
  // @ts-expect-error The response is a card.
  post("/people/{name}/cards", typed<WriteCard>(), () => ({ txt: "" })),
  // @ts-expect-error Without a type for the response the handler makes one.
  post("/people", typed<{ body: CardRequest }>(), () => ({ text: "" })),
  // @ts-expect-error A GET request has no body.
  get("/people", typed<{ body: CardRequest }>(), () => new Response()),
  // @ts-expect-error Without types there is no body to be had.
  post("/people", ({ body }) => new Response(body.message)),
  // @ts-expect-error The status of an answer with a value is one of three.
  post("/people", typed<{ response: Card; status: 404 }>(), () => ({ text: "" })),
];

// What decorators are called with, written out.
const method = {} as ClassMethodDecoratorContext;
Post("/people/{name}/cards", typed<WriteCard>())(
  (context: EndpointContext<{ name: string }, WriteCard>): Card => ({ text: context.body.message }),
  method,
);
Get("/people/{name}")((context: EndpointContext) => new Response(context.params["name"]), method);
Get("/people/{name}")(() => new Response(), method);
Post("/people/{name}/cards", typed<WriteCard>())(
  // @ts-expect-error There is no such parameter in the path.
  (context: EndpointContext<{ nmae: string }, WriteCard>): Card => ({ text: context.params.nmae }),
  method,
);
Post("/people/{name}/cards", typed<WriteCard>())(
  // @ts-expect-error The types are others.
  (context: EndpointContext<{ name: string }, { body: { a: string } }>): Card => ({ text: context.body.a }),
  method,
);
// @ts-expect-error The response is a card.
Post("/people/{name}/cards", typed<WriteCard>())((): { txt: string } => ({ txt: "" }), method);
