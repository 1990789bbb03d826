import { defineEndpoints, get } from "@cmgen/runtime";

export default defineEndpoints({ path: "/", routes: [get("/all", () => new Response())] });
