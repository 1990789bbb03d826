import { ApiVersion, Get } from "@cmgen/runtime";

@ApiVersion("api.notes.example.com/v1alpha1")
export default class Others {
  @Get("/notes/{id}/words")
  words(): Response {
    return new Response("never");
  }
}
