import { defineEndpoints, get } from "@cmgen/runtime";

// Two of the service's own, one behind a constant.
const path = "/openapi.json/v2";

export default defineEndpoints({ path, routes: [get("/all", () => new Response())] });
