import { defineAccess } from "./generated/access.js";

export default defineAccess({
  roles: {
    anonymous: { endpoints: ["POST /reset/plugin", "POST /reset/caller"] },
    authenticated: { resources: { users: { verbs: ["read", "create"], readOnly: ["spec.groups", "spec.roles"] } } },
  },
});
