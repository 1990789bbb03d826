import { sessions } from "@cmgen/runtime";
import { defineAccess } from "./generated/access.js";

/** What only an operator says of a user. */
const operated = ["spec.groups", "spec.roles", "spec.disabled"] as const;

export default defineAccess({
  authenticate: [sessions({ scheme: "Token" })],
  roles: {
    anonymous: {
      resources: {
        users: { verbs: ["read"], hidden: ["spec.email", ...operated] },
        articles: { verbs: ["read"] },
        comments: { verbs: ["read"] },
        favorites: { verbs: ["read"] },
        follows: { verbs: ["read"], where: ({ user }) => ({ "spec.follower": user.name }) },
      },
      endpoints: [
        "POST /api/users",
        "POST /api/users/login",
        "GET /api/profiles/{username}",
        "GET /api/articles",
        "GET /api/articles/{slug}",
        "GET /api/articles/{slug}/comments",
        "GET /api/tags",
      ],
    },
    authenticated: {
      includes: ["anonymous"],
      resources: {
        users: { verbs: ["read", "update"], where: ({ user }) => ({ "metadata.name": user.name }), readOnly: operated },
        articles: { verbs: ["create", "update", "delete"], where: ({ user }) => ({ "spec.author": user.name }) },
        comments: { verbs: ["delete"], where: ({ user }) => ({ "spec.author": user.name }) },
        favorites: { verbs: ["create", "update", "delete"], where: ({ user }) => ({ "spec.user": user.name }) },
        follows: { verbs: ["create", "update", "delete"], where: ({ user }) => ({ "spec.follower": user.name }) },
      },
      endpoints: [
        "GET /api/user",
        "PUT /api/user",
        "POST /api/profiles/{username}/follow",
        "DELETE /api/profiles/{username}/follow",
        "GET /api/articles/feed",
        "POST /api/articles",
        "PUT /api/articles/{slug}",
        "DELETE /api/articles/{slug}",
        "POST /api/articles/{slug}/favorite",
        "DELETE /api/articles/{slug}/favorite",
        "POST /api/articles/{slug}/comments",
        "DELETE /api/articles/{slug}/comments/{id}",
      ],
    },
  },
});
