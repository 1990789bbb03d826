import type { OpenApiDocument } from "./document.js";

/** The longest line of a schema; a tab counts as one character. */
const WIDTH = 120;

/** How a value is printed: on one line, on one line if it is short enough, or each member in its own way. */
type Layout = "line" | "fitting" | ((key: string) => Layout);

const lines: Layout = () => "line";
const fitting: Layout = () => "fitting";
const components: Layout = (section) => (section === "schemas" ? fitting : lines);

const document: Layout = (part) => {
  if (part === "paths") return () => lines;
  if (part === "components") return components;
  return part === "tags" ? lines : "fitting";
};

/**
 * The document as JSON that can be reviewed in a diff and is still small: each operation, response and parameter is a line, and each
 * property of a schema is one. Indented by tabs, without spaces inside of a line.
 */
export function printDocument(value: OpenApiDocument): string {
  return `${printed(value, document, 0)}\n`;
}

function printed(value: unknown, layout: Layout, depth: number): string {
  if (layout === "line" || typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const members = Object.entries(value).map(([key, member]) => {
    const text = printed(member, typeof layout === "function" ? layout(key) : layout, depth + 1);
    return isList ? text : `${JSON.stringify(key)}:${text}`;
  });
  const [start, end] = isList ? ["[", "]"] : ["{", "}"];
  if (members.length === 0 || (layout === "fitting" && fitsOnLine(members, depth))) {
    return `${start}${members.join(",")}${end}`;
  }
  const indent = `\n${"\t".repeat(depth)}`;
  return `${start}${members.map((member) => `${indent}\t${member}`).join(",")}${indent}${end}`;
}

/** Whether members fit on one line between brackets. Long ones are not put together to find out. */
function fitsOnLine(members: readonly string[], depth: number): boolean {
  const length = members.reduce((sum, { length: own }) => sum + own + 1, 1);
  return depth + length <= WIDTH && !members.some((member) => member.includes("\n"));
}
