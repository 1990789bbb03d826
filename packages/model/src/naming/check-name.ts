import type { NameProblem } from "./name-problem.js";

/** A rule of names: a pattern, and how many characters. */
export interface NameRule {
  readonly pattern: RegExp;
  readonly maxLength: number;
  /** What the pattern asks for, behind `must be`. */
  readonly form: string;
  /** The part of a longer name that the rule is about. */
  readonly part?: string;
}

/** Compiles one of the pattern constants the way JSON Schema validators do. */
export function compilePattern(pattern: string): RegExp {
  return new RegExp(pattern, "u");
}

/** Every way in which `name` breaks `rule`; none for a good name. Linear in its length. */
export function checkName(name: string, rule: NameRule): NameProblem[] {
  // Nearly all names are good, and each write checks several.
  if (name !== "" && name.length <= rule.maxLength && rule.pattern.test(name)) return [];
  const subject = rule.part === undefined ? "" : `${rule.part} `;
  if (name === "") return [{ keyword: "minLength", message: `${subject}must not be empty` }];
  const problems: NameProblem[] = [];
  if (!rule.pattern.test(name)) problems.push({ keyword: "pattern", message: `${subject}must be ${rule.form}` });
  problems.push(...checkLength(name, rule.maxLength, subject));
  return problems;
}

/** The problem of a text of more than `maxLength` characters (Unicode code points, as JSON Schema counts). */
export function checkLength(text: string, maxLength: number, subject = ""): NameProblem[] {
  if (text.length <= maxLength) return [];
  const length = Array.from(text).length;
  if (length <= maxLength) return [];
  return [{ keyword: "maxLength", message: `${subject}must be at most ${maxLength} characters, not ${length}` }];
}
