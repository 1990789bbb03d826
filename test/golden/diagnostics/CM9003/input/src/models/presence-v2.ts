import { defineModel, type Extension } from "@cmgen/model";

interface PresenceV2Spec { a?: string }
interface Presence extends Extension<PresenceV2Spec> {}

export default defineModel<Presence>({
  group: "g.example.com", version: "v2", kind: "Presence", plural: "presences", singular: "presence",
  storage: true,
});
