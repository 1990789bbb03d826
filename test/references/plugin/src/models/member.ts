import { defineModel, index, type Extension, type Ref } from "@cmgen/model";
import type { Team } from "./team.js";

export interface Duty {
  text: string;
  with?: Ref<Member, { onDelete: "clear" }>;
}

export interface MemberSpec {
  team?: Ref<Team>;
  boss?: Ref<Member, { onDelete: "clear" }>;
  friends?: Ref<Member, { onDelete: "clear" }>[];
  duties?: Duty[];
  /** Need not exist. */
  formerTeam?: Ref<Team, { check: false }>;
  note?: string;
}

export interface Member extends Extension<MemberSpec, { mentor?: Ref<Member> }> {}

export default defineModel<Member>({
  group: "references.example.com",
  version: "v1",
  kind: "Member",
  plural: "members",
  singular: "member",
  indexes: [index("spec.team")],
});
