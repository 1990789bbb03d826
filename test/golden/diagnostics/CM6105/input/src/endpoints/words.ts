import { defineEndpoints, get, post, publicApi } from "@cmgen/runtime";
import { noteModel } from "../generated/v1alpha1/models.js";

export default defineEndpoints({
  apiVersion: publicApi(noteModel),
  routes: [
    get("/notes/{name}/words", () => new Response("ok")),
    post("/notes/{name}/words", () => new Response("ok")),
  ],
});
