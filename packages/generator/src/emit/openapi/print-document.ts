/** The longest line of a schema; a tab counts as one character. */
const WIDTH = 120;

/** The longest line of the schema of a whole object or list: nearly all of it is the same for every model. */
const ENVELOPE_WIDTH = 400;

/** How a value is printed: on one line, on one line if it is short enough, or each member in its own way. */
type Layout = "line" | "fitting" | ((key: string, member: unknown) => Layout);

const lines: Layout = () => "line";
const schemas: Layout = (_, schema) => (isShortEnvelope(schema) ? "line" : "fitting");
const components: Layout = (section) => (section === "schemas" ? schemas : lines);

const document: Layout = (part) => {
  if (part === "paths") return () => lines;
  if (part === "components") return components;
  return part === "tags" ? lines : "fitting";
};

/**
 * The document as JSON that can be reviewed in a diff and is still small: each operation, response and parameter is a line, and each
 * property of a schema is one. Indented by tabs, without spaces inside of a line.
 */
export function printDocument(value: object): string {
  return `${printed(value, document, 0)}\n`;
}

function printed(value: unknown, layout: Layout, depth: number): string {
  if (layout === "line" || typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = membersOf(value, layout, depth);
  const brackets: Brackets = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const isBroken = members.length > 0 && (layout !== "fitting" || !fitsOnLine(members, depth));
  return isBroken ? broken(members, brackets, depth) : brackets.join(members.join(","));
}

type Brackets = readonly [start: string, end: string];

function membersOf(value: object, layout: Layout, depth: number): readonly string[] {
  const isList = Array.isArray(value);
  return Object.entries(value).map(([key, member]) => {
    const text = printed(member, typeof layout === "function" ? layout(key, member) : layout, depth + 1);
    return isList ? text : `${JSON.stringify(key)}:${text}`;
  });
}

/** Each member on a line of its own. */
function broken(members: readonly string[], [start, end]: Brackets, depth: number): string {
  if (members.length === 0) return `${start}${end}`;
  const indent = `\n${"\t".repeat(depth)}`;
  return `${start}${indent}\t${members.join(`,${indent}\t`)}${indent}${end}`;
}

/** Whether members fit on one line between brackets. Long ones are not put together to find out. */
function fitsOnLine(members: readonly string[], depth: number): boolean {
  const length = members.reduce((sum, { length: own }) => sum + own + 1, 1);
  return depth + length <= WIDTH && !members.some((member) => member.includes("\n"));
}

function isShortEnvelope(schema: unknown): boolean {
  const isEnvelope = typeof schema === "object" && schema !== null && "unevaluatedProperties" in schema;
  return isEnvelope && JSON.stringify(schema).length <= ENVELOPE_WIDTH;
}
