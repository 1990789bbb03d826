import { defineServer } from "@cmgen/runtime";

export const server = defineServer({
  authorizer: () => ({ decision: "allow" }),
});
