import { defineEndpoints, post, typed as types } from "@cmgen/runtime";
import * as runtime from "@cmgen/runtime";

const word = types<{ body: { word: string } }>();
const path = "/notes/{name}/words";

export default defineEndpoints({
  apiVersion: "console.api.notes.example.com/v1alpha1",
  routes: [
    post("/notes/{name}/word", word, () => new Response("ok")),
    runtime.put(path, runtime.typed<{ body: { word: string } }>(), () => new Response("ok")),
  ],
});
