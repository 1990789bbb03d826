import { defineModel, index, type Extension, type Int64, type Integer, type Timestamp } from "@cmgen/model";
import type { Range } from "./range.js";
import type { Reminder } from "./reminder.js";

export enum Priority {
  Low = "LOW",
  Normal = "NORMAL",
  High = "HIGH",
}

/** One thing to do on the way. */
export interface Step {
  /**
   * Tells steps of a task apart.
   * @maxLength 20 @pattern ^[a-z0-9-]+$
   */
  id: string;
  /** @minLength 1 @maxLength 200 */
  title: string;
  /** @default false */
  done?: boolean;
  /**
   * Who added the step.
   * @immutable
   */
  addedBy?: string;
}

export interface Notification {
  /** @default "mail" */
  channel?: "mail" | "chat";
  /** @default [] @uniqueItems @maxItems 10 */
  copyTo?: string[];
}

export interface TaskSpec {
  /** @minLength 1 @maxLength 200 */
  title: string;
  /**
   * Name of the Project; a task stays in it.
   * @immutable @maxLength 253 @index
   */
  project: string;
  /** @default "NORMAL" @index */
  priority?: Priority;
  /** When it is to be worked on. */
  planned?: Range<Timestamp>;
  reminder?: Reminder;
  /** @listKey id @maxItems 50 */
  steps?: Step[];
  /**
   * Bytes of the files that belong to it: more than a JSON number holds.
   * @index desc
   */
  attachmentBytes?: Int64;
  /**
   * Fields of your own.
   * @maxProperties 20
   */
  fields?: Record<string, string>;
  /** Whom to tell, and how. Without it nobody is told. */
  notification?: Notification;
}

export interface TaskStatus {
  /** @index */
  phase: "OPEN" | "DONE";
  stepsDone: Integer;
  /**
   * When all steps were done for the first time.
   * @immutable
   */
  firstDoneAt?: Timestamp;
}

export type Task = Extension<TaskSpec, TaskStatus>;

export default defineModel<Task>({
  indexes: [
    index("spec.planned.end"),
    index({ name: "stepsLeft", value: ({ spec }) => spec.steps?.filter(({ done }) => done !== true).length }),
    index({
      name: "remindsAt",
      value: ({ spec }) => (spec.reminder?.type === "once" ? new Date(spec.reminder.at) : null),
    }),
    index({ name: "isUrgent", value: ({ spec }) => spec.priority === Priority.High }),
    index({ name: "fieldNames", values: (task) => Object.keys(task.spec.fields ?? {}) }),
  ],
  check({ object: { spec }, old, refuse }) {
    const { planned, steps = [] } = spec;
    if (planned !== undefined && Date.parse(planned.end) < Date.parse(planned.start))
      refuse("spec.planned.end", "A task does not end before it starts.");
    const ids = new Set(steps.map(({ id }) => id));
    if (old?.spec.steps?.some(({ id, done }) => done === true && !ids.has(id)) === true)
      refuse("spec.steps", "A step that is done stays in its task.");
  },
});
