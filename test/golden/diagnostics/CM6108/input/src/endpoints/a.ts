import { defineEndpoints, get } from "@cmgen/runtime";

export default defineEndpoints({ path: "api", routes: [get("/all", () => new Response())] });
