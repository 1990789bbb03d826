import { constructFromEvents, CORE_SCHEMA, EVENT_ID, parseEvents, YAMLException, type Event } from "js-yaml";
import { assertPlainData } from "./assert-plain-data.js";
import { DocumentError, TooManyValuesError, type TextPlace } from "./document-error.js";
import { JSON_MAX_DEPTH } from "./json-measure.js";
import { startOf, yamlPlaces } from "./yaml-places.js";

/** Aliases may repeat values, but a text of a few lines must not become a document of gigabytes. */
const MAX_ALIASES = 100;

/** One document of a stream. */
export interface YamlDocument {
  readonly value: unknown;
  /** Where a value is, by its JSON Pointer; of a missing one, where it is missing. */
  readonly placeOf: (pointer: string) => TextPlace;
}

/**
 * Parses one YAML document of the core schema (YAML 1.2): only types that JSON has, no dates, no binary. Duplicate keys are refused.
 *
 * @param most entries of maps and lists, all together. They are counted by the characters that begin them, also where these are part of a text.
 * @throws {DocumentError} also when there is no document, or more than one.
 * @throws {TooManyValuesError} before it is parsed.
 */
export function parseYaml(text: string, most = Infinity): unknown {
  if (most < Infinity && hasMoreEntries(text, most)) throw new TooManyValuesError();
  const [first, ...others] = parseYamlStream(text);
  if (first !== undefined && others.length === 0) return first.value;
  throw new DocumentError(first === undefined ? "It is empty." : `It holds ${others.length + 1} documents, not one.`);
}

/** `a: 1`, `- 1`, `? 1`, `[1`, `{a`, `, 1`, `"a":1`, `---`. */
const ENTRY = /[[{,]|[-:?](?=\s)|["']:/g;

function hasMoreEntries(text: string, most: number): boolean {
  let left = most;
  ENTRY.lastIndex = 0;
  while (ENTRY.test(text)) if (--left < 0) return true;
  return false;
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
    return documentsOf(events).flatMap((document, at) =>
      startOf(document[0]) < 0 ? [] : [{ value: values[at], placeOf: yamlPlaces(text, document) }],
    );
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { mark } = error;
    const place = mark && { line: mark.line + 1, column: mark.column + 1 };
    throw new DocumentError(`It is not valid YAML: ${describe(error)}.`, { cause: error, ...(place && { place }) });
  }
}

/** The events of each document, without its own. An empty document has none, or one of an empty scalar. */
function documentsOf(events: readonly Event[]): readonly (readonly Event[])[] {
  const starts = events.flatMap((event, at) => (event.type === EVENT_ID.DOCUMENT ? [at] : []));
  return starts.map((start, at) => events.slice(start + 1, starts[at + 1]));
}

function describe({ reason, mark }: YAMLException): string {
  return mark === undefined ? reason : `${reason} (line ${mark.line + 1}, column ${mark.column + 1})`;
}
