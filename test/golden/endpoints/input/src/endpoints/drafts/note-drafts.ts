import { consoleApi, defineEndpoints, del, put, typed } from "@cmgen/runtime";
import { noteModel } from "../../generated/v1alpha1/models.js";

/** Has the name of the function that would check it. */
export interface PutDraftsSlugBody {
  text: string;
}

interface Purge {
  query: { force?: boolean };
}

export default defineEndpoints({
  apiVersion: consoleApi(noteModel),
  routes: [
    // Paths that end in a parameter, and paths of the same words.
    put("/drafts/{slug}", typed<{ body: PutDraftsSlugBody; response: string }>(), ({ body }) => body.text),
    put("/drafts/slug", typed<{ body: string; response: string }>(), ({ body }) => body),
    del("/drafts/{slug}", typed<Purge>(), ({ query }) => Response.json(query.force ?? false)),
  ],
});
