/**
 * Which paths `refuse` takes, held by the compiler: each line under an expected error must be one. Compiled under every supported TypeScript by
 * type-tests.test.ts.
 */
import { defineModel, type Extension, type ModelCheckContext, type ObjectPath } from "../index.js";

type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

interface Step {
  title: string;
  next?: Step;
  notes: string[];
}
interface JobSpec {
  steps?: Step[];
  grid: number[][];
  limits: Record<string, { cpu: string }>;
  "a.b": string;
  shape: { kind: "circle"; radius: number } | { kind: "square"; side: number };
  until?: string | null;
  anything: unknown;
}
interface Job extends Extension<JobSpec, { phase?: "RUNNING" | "DONE" }> {}

declare const context: ModelCheckContext<Job>;
const { refuse } = context;
refuse("spec", "");
refuse("spec.until", "");
refuse("spec.steps", "");
refuse("spec.steps[0]", "");
refuse("spec.steps[0].title", "");
refuse("spec.steps[12].next.next.next.notes[3]", "");
refuse("spec.grid[0][1]", "");
refuse('spec.limits["a.b"].cpu', "");
refuse("spec.limits.small.cpu", "");
refuse('spec["a.b"]', "");
refuse("spec.shape.radius", "");
refuse("spec.shape.side", "");
refuse("spec.anything.of.any[3].depth", "");
refuse("status.phase", "");
refuse("metadata.name", "");
refuse('metadata.labels["example.com/tier"]', "");
for (const at of [1, 2]) refuse(`spec.steps[${at}].title`, "");

// @ts-expect-error a field that is not there
refuse("spec.untill", "");
// @ts-expect-error the same, further in
refuse("spec.steps[0].titel", "");
// @ts-expect-error a list has positions, no names
refuse("spec.steps.title", "");
// @ts-expect-error a position is a number
refuse("spec.steps[first]", "");
// @ts-expect-error a name with a dot is in brackets
refuse("spec.a.b", "");
// @ts-expect-error a scalar has nothing below it
refuse("spec.until.length", "");
// @ts-expect-error in no part of the union
refuse("spec.shape.height", "");
// @ts-expect-error a JSON Pointer is for the wire
refuse("/spec/until", "");
// @ts-expect-error not the path of a field
refuse("", "");
// @ts-expect-error a dot in front
refuse(".spec", "");
// @ts-expect-error no message
refuse("spec.until");

/** What is meant is in the compiler's message. */
export const fieldsMeant: Equal<
  ObjectPath<Job, "spec.steps[0].titel">,
  "spec.steps[0].title" | "spec.steps[0].next" | "spec.steps[0].notes"
> = true;
export const topMeant: Equal<
  ObjectPath<Extension<{ a: string }>, "sepc">,
  "apiVersion" | "kind" | "metadata" | "spec" | "status"
> = true;

defineModel<Job>({
  group: "a.example.com",
  version: "v1",
  kind: "Job",
  plural: "jobs",
  singular: "job",
  check({ object, old, operation, refuse: no }) {
    if (operation === "update" && old?.status?.phase === "DONE") no("spec.steps[0].title", object.metadata.name);
    // @ts-expect-error a field that is not there
    no("spec.untill", "");
  },
});
defineModel<Job>({
  group: "a.example.com",
  version: "v1",
  kind: "Job",
  plural: "jobs",
  singular: "job",
  // @ts-expect-error a check is synchronous: what reads other objects is a hook
  async check({ refuse: no }) {
    no("spec.until", "");
  },
});
defineModel<Job>({
  group: "a.example.com",
  version: "v1",
  kind: "Job",
  plural: "jobs",
  singular: "job",
  // @ts-expect-error it refuses by a call, and returns nothing
  check: () => [{ path: "/spec/until", message: "no" }],
});
