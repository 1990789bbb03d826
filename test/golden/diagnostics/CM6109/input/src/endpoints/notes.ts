import { defineEndpoints, get, typed } from "@cmgen/runtime";
import type { Note } from "../models/note.js";

export default defineEndpoints({
  path: "/api",
  routes: [
    get("/notes/first", typed<{ response: { first?: Note } }>(), () => ({})),
    get("/notes/text", typed<{ response: { text: string } }>(), () => ({ text: "" })),
  ],
});
