import { ApiVersion, Get, typed } from "@cmgen/runtime";
import type { Integer, Timestamp } from "@cmgen/model";

interface Flat {
  text?: string;
  limit: Integer;
  since?: Timestamp;
  kinds?: ("a" | "b")[];
  deep?: boolean;
}

interface NotFlat {
  range: { from: number };
  either: number | string;
  maybe: string | null;
  mixed?: 1 | "one";
  lists?: string[][];
}

@ApiVersion("console.api.notes.example.com/v1alpha1")
export default class Words {
  @Get("/notes/words", typed<{ query: Flat }>())
  words(): Response {
    return new Response("ok");
  }

  @Get("/notes/lines", typed<{ query: NotFlat }>())
  lines(): Response {
    return new Response("ok");
  }

  @Get("/notes/pages", typed<{ query: Record<string, string> }>())
  pages(): Response {
    return new Response("ok");
  }
}
