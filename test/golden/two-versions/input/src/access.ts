import { defineAccess } from "./made/access.js";

export default defineAccess({
  roles: {
    anonymous: { resources: { articles: "viewer" }, endpoints: ["GET /apis/api.shop.example.com/v2/articles/count"] },
    author: {
      includes: ["articles:viewer"],
      resources: {
        articles: [
          { verbs: ["create", "update"], where: ({ user }) => ({ "spec.name": user.name }), readOnly: ["spec.price"] },
          { verbs: ["read"], hidden: ["spec.price.amount", "metadata.annotations"] },
        ],
        "site-settings": { verbs: ["get"], hidden: ["spec", "status.seen"] },
        "site-settings/status": { verbs: ["get", "update"] },
      },
      pages: ["/docs"],
    },
  },
  bindings: { author: { groups: ["authors"] }, admin: { users: ["root"] }, "site-settings:editor": { claims: { staff: true } } },
});
