import { defineEndpoints, get } from "@cmgen/runtime";

export default defineEndpoints({
  apiVersion: "console.api.people.acme.example/v1",
  routes: [get("/people/{name}/greeting", ({ params }) => Response.json({ greeting: `Hello, ${params.name}!` }))],
});
