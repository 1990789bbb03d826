import { defineModel, type Extension } from "@cmgen/model";

export interface IssueSpec {
  /** @minLength 1 @maxLength 200 */
  title: string;
  /**
   * Name of the project. It is a model of another package, so a hook checks it and not a `Ref`.
   * @immutable @maxLength 253 @index
   */
  project: string;
  /** @default "open" @index */
  state?: "open" | "closed";
}

export type Issue = Extension<IssueSpec>;

export default defineModel<Issue>();
