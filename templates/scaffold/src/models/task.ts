import { defineModel, type Extension, type Integer, type Timestamp } from "@cmgen/model";

/** What users write. */
export interface TaskSpec {
  /** @minLength 1 @maxLength 200 @unique */
  title: string;
  /**
   * From 1, the most urgent, to 5.
   * @minimum 1 @maximum 5 @index
   */
  priority?: Integer;
  /** @index */
  dueAt?: Timestamp;
  /** @index */
  tags?: string[];
  /** @index */
  done?: boolean;
}

/** What the service writes. */
export interface TaskStatus {
  /** When the service noticed that the task was done. */
  completedAt?: Timestamp;
}

export type Task = Extension<TaskSpec, TaskStatus>;

// Lists can be filtered and sorted by the fields that have an index.
export default defineModel<Task>();
