// The people service with a plugin that does whatever hostile-attempts.mjs says. A caller names the attempt by its number: in the path of an
// endpoint, in the name of a person for hooks and controllers, in the header `x-attempt` for the authorizer.
import { ApiVersion, defineController, defineEndpoints, defineHooks, Get, Post, runServer } from "@cmgen/runtime";
import { plugin } from "../../examples/people/dist/generated/plugin.js";
import { attempts } from "./hostile-attempts.mjs";

const [{ model }] = plugin.resources;
const numbered = (at, number) => attempts.find((each) => each.at === at && each.number === Number(number));

async function act(at, number, context, request) {
  const attempt = numbered(at, number);
  if (attempt?.beside !== undefined) {
    attempt.beside(context, model);
    return new Response("done");
  }
  return attempt.run(request);
}

const functions = defineEndpoints({
  apiVersion: "console.api.people.example.com/v1alpha1",
  routes: [
    (request, base) => {
      const { pathname } = new URL(request.url);
      const number = pathname.slice(`${base}/attempts/`.length);
      return pathname.startsWith(`${base}/attempts/`)
        ? (context) => act("endpoint", number, context, context.request)
        : undefined;
    },
  ],
});

class Attempts {
  answer({ request, params }) {
    return numbered("class", params.number).run(request);
  }
}
ApiVersion("uc.api.people.example.com/v1alpha1")(Attempts);
for (const decorate of [Get, Post]) decorate("/attempts/{number}")(Attempts.prototype.answer);

const hooks = defineHooks({
  model,
  check(context) {
    const { object: person } = context;
    const attempt = numbered("hook", person.metadata.name.slice("hook-".length));
    if (attempt?.beside === undefined) return attempt?.run();
    attempt.beside(context, model);
    return undefined;
  },
});

const controller = defineController({
  name: "hostile",
  model,
  reconcile: async ({ object: { metadata } }) =>
    numbered("controller", metadata.name.slice("controller-".length))?.run(),
});

await runServer({
  plugins: [
    {
      ...plugin,
      root: new URL("./", import.meta.url),
      manifests: false,
      hooks: [hooks],
      controllers: [controller],
      endpoints: [functions, Attempts],
    },
  ],
  root: plugin.root,
  databaseUrl: ":memory:",
  limits: { hookTimeout: "300ms", authorizerTimeout: "300ms" },
  authorizer: ({ headers }) => {
    const [at, number] = String(headers["x-attempt"] ?? "").split(" ");
    return numbered(at, number)?.run() ?? (number === undefined ? { decision: "allow" } : undefined);
  },
});
