import { defineEndpoints, post, typed } from "@cmgen/runtime";
import type { Note } from "../generated/v1alpha1/note/types.js";

export default defineEndpoints({
  apiVersion: "console.api.notes.example.com/v1alpha1",
  routes: [
    post("/notes/{name}/words", typed<{ response: Note }>(), () => new Response("ok")),
  ],
});
