/** The declarations of two kinds, one of which refers to the other and to itself, whose storage version changes from `v1` to `v2`. */

function team(version: string, field: string, more = "", imports = "", others = ""): string {
  return `import { defineModel, type Extension } from "@cmgen/model";
${imports}
export interface Team${version.toUpperCase()}Spec { ${field}: string }
export interface Team extends Extension<Team${version.toUpperCase()}Spec> {}
export default defineModel<Team${others}>({
  group: "teams.example.com", version: "${version}", kind: "Team", plural: "teams", singular: "team", ${more}
});
`;
}

function member(version: string, field: string, more = "", imports = "", others = ""): string {
  return `import { defineModel, index, type Extension, type Ref } from "@cmgen/model";
import type { Team } from "./team-${version}.js";
${imports}
export interface Member${version.toUpperCase()}Spec {
  ${field}?: Ref<Team>;
  boss?: Ref<Member, { onDelete: "cascade" }>;
  friends?: Ref<Member, { onDelete: "clear" }>[];
}
export interface Member extends Extension<Member${version.toUpperCase()}Spec> {}
export default defineModel<Member${others}>({
  group: "teams.example.com", version: "${version}", kind: "Member", plural: "members", singular: "member", ${more}
});
`;
}

const toTeam = `storage: true, convert: {
    from: { v1: ({ spec: { title } }) => ({ spec: { heading: title } }) },
    to: { v1: ({ spec: { heading } }) => ({ spec: { title: heading } }) },
  },`;

const toMember = `storage: true, convert: {
    from: { v1: ({ spec: { team, ...spec } }) => ({ spec: { ...spec, ...(team !== undefined && { squad: team }) } }) },
    to: { v1: ({ spec: { squad, ...spec } }) => ({ spec: { ...spec, ...(squad !== undefined && { team: squad }) } }) },
  },`;

export const before = new Map([
  ["src/models/team-v1.ts", team("v1", "title")],
  ["src/models/member-v1.ts", member("v1", "team")],
]);

export const after = new Map([
  ["src/models/team-v1.ts", team("v1", "title")],
  ["src/models/member-v1.ts", member("v1", "team", 'indexes: [index("spec.team", { storedAs: "spec.squad" })],')],
  [
    "src/models/team-v2.ts",
    team("v2", "heading", toTeam, 'import type { Team as TeamV1 } from "./team-v1.js";', ", { v1: TeamV1 }"),
  ],
  [
    "src/models/member-v2.ts",
    member("v2", "squad", toMember, 'import type { Member as MemberV1 } from "./member-v1.js";', ", { v1: MemberV1 }"),
  ],
]);
