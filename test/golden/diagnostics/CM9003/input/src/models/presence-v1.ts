import { defineModel, type Extension } from "@cmgen/model";

interface PresenceV1Spec { a: string }
interface Presence extends Extension<PresenceV1Spec> {}

export default defineModel<Presence>({
  group: "g.example.com", version: "v1", kind: "Presence", plural: "presences", singular: "presence",
});
