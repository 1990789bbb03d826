import { defineEndpoints, get, post, typed } from "@cmgen/runtime";
import type { Note } from "../models/note.js";

/** A note, as the site shows it. */
interface Shown {
  name: string;
  note: Note;
}

const path = "/site/api";

export default defineEndpoints({
  path,
  routes: [
    /** Show a note. */
    get("/notes/{name}", typed<{ response: Shown }>(), ({ params }) => ({ name: params.name, note: {} as Note })),
    post("/notes", typed<{ body: { texts: string[] }; status: 204 }>(), () => {}),
  ],
});
