import type { DatabaseProvider } from "../config/config.js";
import type { ProjectModel } from "../model/model.js";
import type { ReadPart } from "../read/read-part.js";
import type { NumberedText } from "./numbered-texts.js";

/** What the second thread is given, by the name of the task. */
export interface Tasks {
  /** A part of the models that are being read: what can be compiled of it is compiled before it is asked for. Has no answer. */
  readonly ahead: ReadPart;
  readonly validators: ValidatorsTask;
  readonly diff: DiffTask;
}

/** What it answers. */
export interface Answers {
  readonly validators: readonly NumberedText[];
  readonly diff: string;
}

export interface ValidatorsTask {
  readonly project: ProjectModel;
  /** Positions of the models whose validators are wanted. */
  readonly wanted: readonly number[];
  /** How many of those somebody has taken, in memory that the threads share. */
  readonly next: Int32Array;
}

export interface DiffTask {
  readonly provider: DatabaseProvider;
  /** Prisma schemas. */
  readonly from: string;
  readonly to: string;
}

/** A task on its way to the thread; what has no `id` is not answered. */
export type TaskMessage = {
  [Name in keyof Tasks]: { readonly id?: number; readonly task: Name; readonly given: Tasks[Name] };
}[keyof Tasks];

export interface AnswerMessage {
  readonly id: number;
  readonly answer: Answers[keyof Answers];
}
