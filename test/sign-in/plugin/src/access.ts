import { defineAccess } from "./generated/access.js";

export default defineAccess({
  roles: {
    authenticated: { resources: { users: "admin" } },
  },
});
