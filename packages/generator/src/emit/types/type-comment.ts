import { scalarOf } from "../../model/scalars.js";
import type { Constraints, Documentation, Json, Type } from "../../model/type.js";
import { docComment, jsonText, sourceText } from "../../render/text.js";

/** What a comment says: the declaration's text, and as tags what the type itself cannot say. */
interface Commented {
  readonly documentation: Documentation;
  readonly type?: Type;
  readonly default?: Json;
  readonly immutable?: boolean;
  readonly secret?: boolean;
  readonly filled?: boolean;
  readonly listKey?: string;
}

/** The documentation comment of a type or a property; nothing where there is nothing to say. Ends in a newline. */
export function typeComment(subject: Commented): string {
  const text = escapeTags(sourceText(subject.documentation.description).trim());
  const tags = tagLines(subject).join("\n");
  return docComment([text, tags].filter((part) => part !== "").join("\n\n"));
}

/** A line of prose that starts with `@` would read as a tag, and `@ts-ignore` would be obeyed. */
function escapeTags(text: string): string {
  return text.replace(/^(\s*)@/gm, "$1\\@");
}

function tagLines({ documentation, type, ...rest }: Commented): string[] {
  const { title, deprecated, examples = [] } = documentation;
  return [
    ...tag("title", title),
    ...(type === undefined ? [] : typeTags(type)),
    ...jsonTag("default", rest.default),
    ...tag("filled", rest.filled),
    ...tag("immutable", rest.immutable),
    ...tag("secret", rest.secret),
    ...tag("listKey", rest.listKey),
    ...tag("deprecated", deprecated),
    ...examples.flatMap((example) => jsonTag("example", example)),
  ];
}

/** The emitted `string` does not show the format that a scalar has without being asked. */
function typeTags(type: Type): string[] {
  const format = scalarOf(type.shape)?.format;
  const keywords = { ...(format && { format }), ...constraintsOf(type) };
  const entries: [string, Json | undefined][] = Object.entries(keywords);
  const shape = type.shape === "integer" ? type.shape : undefined;
  return [...tag("type", shape), ...entries.flatMap(([name, value]) => tag(name, value))];
}

/** A union's are those of its members, where no two say something else. A template literal type says its own pattern. */
function constraintsOf({ constraints, tagSpans, ...type }: Type): Constraints {
  if (type.shape === "string" && type.templates !== undefined && tagSpans?.pattern === undefined) {
    const { pattern: _, ...rest } = constraints;
    return rest;
  }
  if (type.shape !== "union") return constraints;
  const ofMembers = type.members.map((member) => constraintsOf(member));
  const agreed = Object.entries(Object.assign({}, ...ofMembers) as Constraints).filter(([name, value]) =>
    ofMembers.every((own) => own[name as keyof Constraints] === undefined || own[name as keyof Constraints] === value),
  );
  return { ...Object.fromEntries(agreed), ...constraints };
}

/** A tag with a text, or with no more than its name; constraints are numbers and texts. */
function tag(name: string, value: Json | undefined): string[] {
  if (value === undefined || value === false) return [];
  return [value === true ? `@${name}` : `@${name} ${typeof value === "string" ? oneLine(value) : jsonText(value)}`];
}

/** A tag with a JSON value. */
function jsonTag(name: string, value: Json | undefined): string[] {
  return value === undefined ? [] : [`@${name} ${jsonText(value)}`];
}

function oneLine(text: string): string {
  return sourceText(text)
    .replaceAll(/\s*\n\s*/g, " ")
    .trim();
}
