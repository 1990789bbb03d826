import { defineEndpoints, get } from "@cmgen/runtime";

export default defineEndpoints({ path: "/apis/v1", routes: [get("/all", () => new Response())] });
