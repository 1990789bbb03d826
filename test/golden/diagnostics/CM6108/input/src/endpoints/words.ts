import { defineEndpoints, get } from "@cmgen/runtime";

export default defineEndpoints({ path: "/docs/words", routes: [get("/all", () => new Response())] });
