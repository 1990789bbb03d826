import { constructFromEvents, CORE_SCHEMA, EVENT_ID, parseEvents, YAMLException, type Event } from "js-yaml";
import { assertPlainData } from "./assert-plain-data.js";
import { DocumentError } from "./document-error.js";
import { JSON_MAX_DEPTH } from "./json-measure.js";

/** Aliases may repeat values, but a text of a few lines must not become a document of gigabytes. */
const MAX_ALIASES = 100;

/** One document of a stream. */
export interface YamlDocument {
  readonly value: unknown;
  /** Where its first value starts, from 1. */
  readonly line: number;
}

/**
 * Parses one YAML document of the core schema (YAML 1.2): only types that JSON has, no dates, no binary. Duplicate keys are refused.
 *
 * @throws {DocumentError} also when there is no document, or more than one.
 */
export function parseYaml(text: string): unknown {
  const [first, ...others] = parseYamlStream(text);
  if (first !== undefined && others.length === 0) return first.value;
  throw new DocumentError(first === undefined ? "It is empty." : `It holds ${others.length + 1} documents, not one.`);
}

/**
 * Parses a stream of YAML documents (`---` between them). Empty ones are left out.
 *
 * @throws {DocumentError} with the line of the error.
 */
export function parseYamlStream(text: string): readonly YamlDocument[] {
  try {
    // The parser counts the document itself as a level.
    const events = parseEvents(text, { maxDepth: JSON_MAX_DEPTH + 1 });
    const values = constructFromEvents(events, { source: text, schema: CORE_SCHEMA, maxAliases: MAX_ALIASES });
    // Every written value takes at least one character. If there are more values, aliases repeat some.
    for (const value of values) assertPlainData(value, text.length + 1);
    return documentStarts(events).flatMap((start, at) =>
      start < 0 ? [] : [{ value: values[at], line: lineOf(text, start) }],
    );
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new DocumentError(`It is not valid YAML: ${describe(error)}.`, { cause: error });
  }
}

/** Offset of each document's first value; negative for an empty document. */
function documentStarts(events: readonly Event[]): readonly number[] {
  return events.flatMap((event, at) => (event.type === EVENT_ID.DOCUMENT ? [startOf(events[at + 1])] : []));
}

function startOf(event: Event | undefined): number {
  if (event === undefined) return -1;
  if (event.type === EVENT_ID.SCALAR) return Math.max(event.valueStart, event.tagStart, event.anchorStart);
  return event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING ? event.start : -1;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function describe({ reason, mark }: YAMLException): string {
  return mark === undefined ? reason : `${reason} (line ${mark.line + 1}, column ${mark.column + 1})`;
}
