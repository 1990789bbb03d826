import { defineEndpoints, get } from "@cmgen/runtime";

export default defineEndpoints({ path: "/a/../b", routes: [get("/all", () => new Response())] });
