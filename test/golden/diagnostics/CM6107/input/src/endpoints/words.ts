import { defineEndpoints, get, route } from "@cmgen/runtime";

export default defineEndpoints({
  apiVersion: "console.api.notes.example.com/v1alpha1",
  routes: [
    get("notes", () => new Response("ok")),
    get("/notes//words", () => new Response("ok")),
    get("/notes/../words", () => new Response("ok")),
    get("/notes/{name}.txt", () => new Response("ok")),
    route("POST", "/notes/{name}/words/{name}", () => new Response("ok")),
  ],
});
