import { sessions, tokens } from "@cmgen/runtime";
import { defineAccess } from "./generated/access.js";

const own = { verbs: ["read", "create", "update", "delete"] } as const;

export default defineAccess({
  authenticate: [
    tokens(),
    sessions(),
    // An identity provider of these tests.
    ({ headers }) => {
      const [scheme, name, ...groups] = String(headers.authorization ?? "").split(" ");
      return scheme === "Test" && name !== undefined ? { name, groups } : undefined;
    },
  ],
  roles: {
    anonymous: { resources: { subscriptions: { verbs: ["create"] } } },
    "red-team": {
      resources: {
        people: [{ verbs: ["read"], where: () => ({ "spec.team": "red" }), hidden: ["spec.salary"] }],
        subscriptions: own,
      },
    },
    everything: { resources: { people: { verbs: ["read"] }, subscriptions: own } },
    operator: {
      resources: {
        subscriptions: { verbs: ["read", "update", "delete"] },
        "subscriptions/status": { verbs: ["get", "update"] },
      },
    },
    outsider: { resources: { subscriptions: { verbs: ["read", "create"] } } },
  },
  bindings: {
    "red-team": { groups: ["red"] },
    everything: { groups: ["all"] },
    operator: { groups: ["operators"] },
    outsider: { groups: ["outside"] },
    admin: { groups: ["admins"] },
  },
});
