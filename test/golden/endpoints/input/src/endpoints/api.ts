import { defineEndpoints, get, typed } from "@cmgen/runtime";

export default defineEndpoints({
  path: "/api",
  routes: [get("/count", typed<{ response: { notes: number } }>(), () => ({ notes: 0 }))],
});
