import { defineAccess } from "./generated/access.js";

export default defineAccess({
  roles: {
    anonymous: {
      endpoints: [
        "POST /reset/plugin",
        "POST /reset/caller",
        "POST /forms/sign-up",
        "POST /forms/sign-in",
        "POST /forms/password",
        "POST /forms/as-the-caller",
      ],
    },
    helpdesk: { operator: ["users"], pages: ["/openapi.json"], resources: { users: "viewer" } },
    authenticated: { resources: { users: { verbs: ["read", "create"], readOnly: ["spec.groups", "spec.roles"] } } },
  },
});
