import { ApiVersion, Get, Post, typed, type EndpointContext } from "@cmgen/runtime";

export interface Draft {
  /** @maxLength 100 */
  text: string;
  /** @default false */
  pinned?: boolean;
  parts?: Draft[];
}

interface Drafting {
  body: Draft;
  response: { name: string };
  status: 201;
}

@ApiVersion("uc.api.notes.example.com/v1")
export default class OwnNotes {
  /** Writes a note of one's own. */
  @Post("/users/{user}/notes", typed<Drafting>())
  async write({ body, params }: EndpointContext<{ user: string }, Drafting>): Promise<{ name: string }> {
    return { name: `${params.user}-${body.text.length}` };
  }

  /**
   * Says what happens.
   *
   * @deprecated Watch the notes instead.
   */
  @Get("/users/{user}/events")
  events(): Response {
    return new Response("data: 1\n\n", { headers: { "Content-Type": "text/event-stream" } });
  }
}
