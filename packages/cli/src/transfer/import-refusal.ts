import { asRecord } from "../objects/served-object.js";

/** Why the service did not take an object. */
export interface ImportRefusal {
  readonly message: string;
  readonly causes: readonly RefusalCause[];
}

interface RefusalCause {
  /** A JSON Pointer into the object. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** The refusal that a problem of an object is. */
export function refusalOf(problem: unknown): ImportRefusal {
  const { title, detail = title, errors } = asRecord(problem);
  const causes = (Array.isArray(errors) ? errors : []).map((error) => {
    const { path, code, message } = asRecord(error);
    return { path: String(path), code: String(code), message: String(message) };
  });
  return { message: String(detail), causes };
}

/** Whether it refers to objects that are not there, and nothing else is wrong with it. */
export function isForReferences({ causes }: ImportRefusal): boolean {
  return causes.length > 0 && causes.every(({ code }) => code === "reference");
}

/** Whether the object may be taken once others are there. */
export function mayPassLater({ causes }: ImportRefusal): boolean {
  return causes.some(({ code }) => code === "reference");
}

/** What is wrong with an object, each thing on a line of its own. */
export function refusalLines({ message, causes }: ImportRefusal): readonly string[] {
  return causes.length === 0 ? [message] : causes.map((cause) => `${cause.path} ${cause.message}`.trim());
}
