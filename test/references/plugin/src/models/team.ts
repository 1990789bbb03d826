import { defineModel, type Extension } from "@cmgen/model";

export interface TeamSpec {
  title?: string;
}

export interface Team extends Extension<TeamSpec> {}

export default defineModel<Team>({
  group: "references.example.com",
  version: "v1",
  kind: "Team",
  plural: "teams",
  singular: "team",
});
