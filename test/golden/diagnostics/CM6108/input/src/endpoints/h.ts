import { defineEndpoints, get } from "@cmgen/runtime";

export default defineEndpoints({ apiVersion: "-/v1", routes: [get("/all", () => new Response())] });
