import { defineEndpoints, get } from "@cmgen/runtime";

export default defineEndpoints({
  apiVersion: "api.shop.example.com/v2",
  routes: [get("/articles/count", async () => Response.json({ count: 0 }))],
});
