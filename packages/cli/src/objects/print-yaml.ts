import { dump } from "js-yaml";

/** A value as a YAML document without its `---`. Long texts stay on their lines, as people search and compare them. */
export function printYaml(value: unknown): string {
  return dump(value, { lineWidth: -1 });
}
