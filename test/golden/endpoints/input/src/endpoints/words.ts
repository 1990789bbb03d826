import { consoleApi, defineEndpoints, get, post, route, typed } from "@cmgen/runtime";
import type { Integer, Timestamp } from "@cmgen/model";
import { noteModel } from "../generated/v1alpha1/models.js";
import type { Note, Reader } from "../models/note.js";

/** Has the name of a type that a model uses: that keeps it. */
const units = ["word", "line"] as const;
type Unit = (typeof units)[number];

interface Counting {
  query: {
    /**
     * What is counted.
     * @default "word"
     */
    unit?: Unit;
    /** @minimum 0 */
    least?: Integer;
    since?: Timestamp;
    deep?: boolean;
    levels?: (1 | 2)[];
  };
  response: { count: Integer };
}

export interface Sending {
  body: { readers: Reader[]; note?: Note };
  response: string[];
  status: 202;
}

export default defineEndpoints({
  apiVersion: consoleApi(noteModel),
  routes: [
    /** Counts words. Or lines, if you like. */
    get("/notes/{name}/count", typed<Counting>(), ({ query }) => ({ count: query.least ?? 0 })),
    post("/notes/{name}/sending", typed<Sending>(), ({ body }) => body.readers.map(({ mail }) => mail)),
    // A stream both ways.
    post("/notes/{name}/upper", ({ request }) => new Response(request.body)),
    route("PUT", "/notes/{name}/text", ({ request }) => new Response(request.body)),
  ],
});
