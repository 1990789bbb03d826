import { defineEndpoints, issueReset, post } from "@cmgen/runtime";

async function nameIn(request: Request): Promise<string> {
  return ((await request.json()) as { readonly name: string }).name;
}

/** Answers what a plugin would send by mail. */
export default defineEndpoints({
  path: "/reset",
  routes: [
    post(
      "/plugin",
      async ({ request, resource }) => new Response(await issueReset(resource.asPlugin(), await nameIn(request))),
    ),
    post("/caller", async ({ request, resource }) => new Response(await issueReset(resource, await nameIn(request)))),
  ],
});
