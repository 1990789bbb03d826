import type { ProblemCause } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";

/** A parameter that a request may have. */
export interface QueryParameter {
  readonly form: RegExp;
  /** What it must be. */
  readonly message: string;
}

/** Reads the parameters of a request, of which each may be given once. An unknown one is refused: it may have been meant as a restriction. */
export function readQuery<Name extends string>(
  query: string,
  known: Readonly<Record<Name, QueryParameter>>,
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  const problems: ProblemCause[] = [];
  const isKnown = (name: string): name is Name => Object.hasOwn(known, name);
  for (const [name, value] of new URLSearchParams(query)) {
    if (!isKnown(name)) {
      const message = `is not a parameter of this request; its parameters are ${Object.keys(known).join(", ")}`;
      problems.push({ path: name, code: "unknownParameter", message });
    } else if (found[name] !== undefined) {
      problems.push({ path: name, code: "repeated", message: "may be given only once" });
    } else if (!known[name].form.test(value)) problems.push(badValue(name, known[name].message));
    else found[name] = value;
  }
  if (problems.length > 0) throw invalidQuery(problems);
  return found;
}

export function badValue(path: string, message: string): ProblemCause {
  return { path, code: "invalid", message };
}

export function invalidQuery(errors: readonly ProblemCause[]): ApiError {
  const [first] = errors;
  return new ApiError("InvalidQuery", `The parameter ${first?.path} ${first?.message}.`, { errors });
}
