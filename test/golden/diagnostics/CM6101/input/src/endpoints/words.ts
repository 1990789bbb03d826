import { ApiVersion, defineEndpoints, get, Post, typed } from "@cmgen/runtime";

export interface Wrong {
  query: { q?: string };
  status: 200 | 201;
  headers: string[];
}

export default defineEndpoints({
  apiVersion: "console.api.notes.example.com/v1alpha1",
  routes: [
    get("/notes/{name}/words", typed<{ body: { word: string } }>(), () => new Response("ok")),
    get("/notes/{name}/lines", typed<Wrong>(), () => new Response("ok")),
  ],
});
