import { statSync } from "node:fs";

/** Whether two paths lead to one file. One that is not there yet is known by its path. */
export function isSameFile(path: string, other: string): boolean {
  const [one, two] = [path, other].map((each) => statSync(each, { throwIfNoEntry: false }));
  if (one === undefined || two === undefined) return path === other;
  return one.dev === two.dev && one.ino === two.ino;
}
