import { defineEndpoints } from "@cmgen/runtime";

export default defineEndpoints({
  routes: [],
});
