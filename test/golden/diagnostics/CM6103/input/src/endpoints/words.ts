import { defineEndpoints, post, typed } from "@cmgen/runtime";

export default defineEndpoints({
  apiVersion: process.env["WORDS_API"] ?? "",
  routes: [
    post("/notes/{name}/words", typed<{ body: { word: string } }>(), () => new Response("ok")),
  ],
});
