import { sessions, tokens } from "@cmgen/runtime";
import { defineAccess } from "./generated/access.js";

const own = { verbs: ["read", "create", "update", "delete"] } as const;

export default defineAccess({
  authenticate: [
    tokens(),
    sessions(),
    // An identity provider of these tests: `Test ann red blue` is Ann, of the groups red and blue.
    ({ headers }) => {
      const [scheme, name, ...groups] = String(headers.authorization ?? "").split(" ");
      const [org] = groups.flatMap((group) => /^tenant:(.*)$/.exec(group)?.[1] ?? []);
      return scheme === "Test" && name !== undefined
        ? { name, groups, claims: { ...(org !== undefined && { org }) } }
        : undefined;
    },
  ],
  dynamicRoles: true,
  roles: {
    writer: { resources: { notes: own, "notes/status": { verbs: ["get", "update"] }, subscriptions: own } },
    reader: { resources: { notes: { verbs: ["read"] } } },
  },
  bindings: { admin: { groups: ["admins"] }, writer: { groups: ["writers"] } },
});
