import { defineModel, index, type Extension } from "@cmgen/model";

export interface IssueSpec {
  /** @minLength 1 @maxLength 200 */
  title: string;
  /**
   * Name of the project. It is a model of another package, so a hook checks it and not a `Ref`.
   * @immutable @maxLength 253
   */
  project: string;
  /** @default "open" */
  state?: "open" | "closed";
}

export type Issue = Extension<IssueSpec>;

export default defineModel<Issue>({
  group: "issues.example.com",
  version: "v1alpha1",
  kind: "Issue",
  plural: "issues",
  singular: "issue",
  indexes: [index("spec.project"), index("spec.state")],
});
