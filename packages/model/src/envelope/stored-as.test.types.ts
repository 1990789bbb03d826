/** What is sent and what is stored, as generated types say it: held by the compiler. */
import type { Input, ObjectMeta, Stored, StoredAs } from "../index.js";

interface Step {
  title: string;
  /** @default false */
  done?: boolean;
}
interface StoredStep {
  title: string;
  done: boolean;
}
interface IssueSpec {
  /** @default "open" */
  state?: "open" | "closed";
  steps?: Step[];
}
interface StoredIssueSpec {
  state: "open" | "closed";
  steps?: StoredStep[];
}
interface Issue extends StoredAs<{ spec: StoredIssueSpec }> {
  apiVersion: "a.example.com/v1";
  kind: "Issue";
  metadata: ObjectMeta;
  spec: IssueSpec;
}
interface Plain {
  apiVersion: "a.example.com/v1";
  kind: "Plain";
  metadata: ObjectMeta;
  spec: { state?: string };
}

export const sent: Input<Issue> = { metadata: {}, spec: { steps: [{ title: "a" }] } };
export const state = (issue: Stored<Issue>): "open" | "closed" => issue.spec.state;
export const version = (issue: Stored<Issue>): number => issue.metadata.version;
export const done = (issue: Stored<Issue>): readonly boolean[] => issue.spec.steps?.map((step) => step.done) ?? [];
/** What was read can be sent back, and is an object like any other. */
export const back = (issue: Stored<Issue>): Input<Issue> => issue;
export const object = (issue: Stored<Issue>): Issue => issue;

// @ts-expect-error what is sent may lack it
export const absent: "open" | "closed" = sent.spec.state;
// @ts-expect-error nothing says that it is there
export const plain = (stored: Stored<Plain>): string => stored.spec.state;
// @ts-expect-error a stored object has it
export const lacking: Stored<Issue>["spec"] = {};
