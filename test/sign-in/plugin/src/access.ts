import { defineAccess } from "./generated/access.js";

export default defineAccess({
  roles: {
    authenticated: { resources: { users: { verbs: ["read", "create"], readOnly: ["spec.groups", "spec.roles"] } } },
  },
});
