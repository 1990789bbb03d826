import { checkLabelKey } from "../naming/qualified-name.js";
import { compilePattern } from "../naming/check-name.js";
import { STORABLE_TEXT_PATTERN } from "../naming/patterns.js";
import { utf8Length } from "../text/utf8-length.js";
import type { Operator, Requirement, SelectedValues, SelectorDialect, SelectorTerm } from "./requirement.js";
import { Scanner } from "./scanner.js";
import { hintAt, operatorHint, selectedValuesProblem, valuesHint } from "./selector-hints.js";
import { type SelectorLimits, selectorLimits } from "./selector-limits.js";

/** What one request's selectors have used up of {@link selectorLimits}. */
type Used = { -readonly [Limit in keyof SelectorLimits]: number };

interface Reading {
  readonly scanner: Scanner;
  readonly limits: SelectorLimits;
  readonly dialect: SelectorDialect;
  readonly used: Used;
  /** Columns of the values read for the term that is being read. */
  readonly valueColumns: number[];
  /** The values of other objects that the term has read. */
  of?: LocatedValues | undefined;
  /** Whether it is the terms on other objects that are being read. */
  readonly isWithin?: boolean;
}

/** A term and where it stands, for complaints about what it means. */
export interface LocatedRequirement {
  readonly requirement: Requirement;
  /** The text it was read from, one of a repeated parameter's. */
  readonly selector: string;
  /** Where the term starts, counted from 1 in UTF-16 units. */
  readonly column: number;
  /** Where each of its values starts, quotes included. */
  readonly valueColumns: readonly number[];
  readonly of?: LocatedValues;
}

/** The values of other objects, and where they stand. */
export interface LocatedValues extends Pick<SelectedValues, "resource" | "key"> {
  readonly terms: readonly LocatedTerm[];
  /** Where the name of the resource starts. */
  readonly column: number;
  readonly keyColumn: number;
}

/** Alternatives and where they stand. */
export interface LocatedGroup {
  readonly anyOf: readonly (readonly LocatedRequirement[])[];
  readonly selector: string;
  /** Where the group's `(` is, counted from 1 in UTF-16 units. */
  readonly column: number;
}

export type LocatedTerm = LocatedRequirement | LocatedGroup;

/** Spellings of the operators, those first that begin with another. `list` tells which may take several values. */
const symbols: readonly { spelling: string; operator: Operator; fieldsOnly?: true; list?: true }[] = [
  { spelling: "==", operator: "in" },
  { spelling: "=", operator: "in", list: true },
  { spelling: "!=", operator: "notIn", list: true },
  { spelling: ">=", operator: ">=", fieldsOnly: true },
  { spelling: ">", operator: ">", fieldsOnly: true },
  { spelling: "<=", operator: "<=", fieldsOnly: true },
  { spelling: "<", operator: "<", fieldsOnly: true },
  { spelling: "^=", operator: "startsWith", fieldsOnly: true },
];

const words: ReadonlyMap<string, Operator> = new Map([
  ["in", "in"],
  ["notin", "notIn"],
]);

const storableText = compilePattern(STORABLE_TEXT_PATTERN);

/**
 * Parses one selector (HTTP API, Lists). The terms all hold at once; an empty selector has none and selects everything.
 * @throws {SelectorSyntaxError} with a column, also where a limit is passed.
 */
export function parseSelector(text: string, dialect: "label"): Requirement[];
export function parseSelector(text: string, dialect: SelectorDialect): SelectorTerm[];
export function parseSelector(text: string, dialect: SelectorDialect): SelectorTerm[] {
  return parseSelectors([text], dialect);
}

/**
 * Parses the selectors of a repeated parameter: all their terms hold at once, and the limits are for all of them together.
 * @throws {SelectorSyntaxError} with the text at fault and a column in it.
 */
export function parseSelectors(texts: readonly string[], dialect: "label"): Requirement[];
export function parseSelectors(texts: readonly string[], dialect: SelectorDialect): SelectorTerm[];
export function parseSelectors(texts: readonly string[], dialect: SelectorDialect): SelectorTerm[] {
  return locateTerms(texts, dialect).map(unlocated);
}

function unlocated(term: LocatedTerm): SelectorTerm {
  return "anyOf" in term
    ? { anyOf: term.anyOf.map((all) => all.map(({ requirement }) => requirement)) }
    : term.requirement;
}

/**
 * What {@link parseSelectors} gives, with places: for who checks what the terms mean. Selectors of a plugin's own code need no limits.
 * @throws {SelectorSyntaxError} with the text at fault and a column in it.
 */
export function locateTerms(texts: readonly string[], dialect: "label", limits?: SelectorLimits): LocatedRequirement[];
export function locateTerms(texts: readonly string[], dialect: SelectorDialect, limits?: SelectorLimits): LocatedTerm[];
export function locateTerms(
  texts: readonly string[],
  dialect: SelectorDialect,
  limits: SelectorLimits = selectorLimits,
): LocatedTerm[] {
  const used: Used = { bytes: 0, terms: 0, values: 0 };
  return texts.flatMap((text) => parseTerms({ scanner: new Scanner(text), limits, dialect, used, valueColumns: [] }));
}

/**
 * Parses the values of other objects, each of which stands alone: `follows(spec.follower=ann).spec.followee`. For all objects of a resource of the same
 * group the parentheses may be left out: `follows.spec.followee`. The limits are for all of them together.
 * @throws {SelectorSyntaxError} with the text at fault and a column in it.
 */
export function locateValues(
  texts: readonly string[],
  limits: SelectorLimits = selectorLimits,
): readonly LocatedValues[] {
  const used: Used = { bytes: 0, terms: 0, values: 0 };
  return texts.map((text) =>
    parseValues({ scanner: new Scanner(text), limits, dialect: "field", used, valueColumns: [] }),
  );
}

/** `values = resource [ "(" selector ")" ] "." key` */
function parseValues(reading: Reading): LocatedValues {
  const { scanner } = reading;
  use(reading, "bytes", utf8Length(scanner.text));
  scanner.skipBlanks();
  const start = scanner.at;
  const word = scanner.takeWord();
  if (word === "") scanner.fail(`expected the name of a resource, found ${scanner.describe()}`);
  const values = scanner.take("(")
    ? parseSelected(reading, { resource: word, start })
    : shortValues(scanner, { word, start });
  scanner.skipBlanks();
  if (!scanner.atEnd) scanner.fail(`expected the end, found ${scanner.describe()}`);
  return values;
}

/** `resource "." key`, of a resource whose name has no group behind it. */
function shortValues(
  scanner: Scanner,
  { word, start }: { readonly word: string; readonly start: number },
): LocatedValues {
  const [resource = ""] = word.split(".");
  const key = word.slice(resource.length + 1);
  if (resource === "" || key === "")
    scanner.fail(`expected "." and an index of ${resource || "a resource"}, found ${scanner.describe()}`);
  return { resource, terms: [], key, column: start + 1, keyColumn: start + resource.length + 2 };
}

/** `selector = [ ( term | group ) { "," ( term | group ) } ]` */
function parseTerms(reading: Reading): LocatedTerm[] {
  const { scanner } = reading;
  use(reading, "bytes", utf8Length(scanner.text));
  scanner.skipBlanks();
  if (scanner.atEnd) return [];
  const terms = separated(reading, ",", () => parseGroup(reading) ?? locatedTerm(reading));
  if (!scanner.atEnd)
    scanner.fail(`expected "," or the end, found ${scanner.describe()}${hintAt(scanner.text, scanner.at)}`);
  return terms;
}

/** `group = "(" all { "|" all } ")"`, where `all = term { "," term }` */
function parseGroup(reading: Reading): LocatedGroup | undefined {
  const { scanner, dialect } = reading;
  const start = scanner.at;
  if (!scanner.take("(")) return undefined;
  if (dialect === "label") scanner.fail("alternatives are for fields, not for labels", start);
  scanner.inGroup = true;
  const anyOf = separated(reading, "|", () => separated(reading, ",", () => locatedTerm(reading)));
  if (!scanner.take(")")) scanner.fail(`expected "|", "," or ")", found ${scanner.describe()}`);
  scanner.inGroup = false;
  return { anyOf, selector: scanner.text, column: start + 1 };
}

/** `part { separator part }` */
function separated<Part>({ scanner }: Reading, separator: string, readPart: () => Part): Part[] {
  const parts: Part[] = [];
  do {
    scanner.skipBlanks();
    parts.push(readPart());
    scanner.skipBlanks();
  } while (scanner.take(separator));
  return parts;
}

function locatedTerm(among: Reading): LocatedRequirement {
  const { scanner } = among;
  const column = scanner.at + 1;
  const reading: Reading = { ...among, valueColumns: [], of: undefined };
  if (scanner.inGroup && scanner.peek() === "(") scanner.fail("alternatives cannot have alternatives in them");
  const requirement = parseTerm(reading);
  const { valueColumns, of } = reading;
  return { requirement, selector: scanner.text, column, valueColumns, ...(of && { of }) };
}

/** `term = "!" key | key | key op value | key ("=" | "!=" | "in" | "notin") list | key "contains" value` */
function parseTerm(reading: Reading): Requirement {
  const { scanner } = reading;
  use(reading, "terms", 1);
  if (scanner.take("!")) {
    scanner.skipBlanks();
    return { key: parseKey(reading), operator: "absent", values: [] };
  }
  const key = parseKey(reading);
  scanner.skipBlanks();
  return (
    parseWordOperator(reading, key) ?? parseSymbolOperator(reading, key) ?? { key, operator: "exists", values: [] }
  );
}

/** A label's key, or an index's name. Which indexes there are is the plan's business. */
function parseKey({ scanner, dialect }: Reading): string {
  const start = scanner.at;
  const key = scanner.takeWord();
  if (key === "") scanner.fail(`expected a key, found ${scanner.describe()}`);
  const [problem] = dialect === "label" ? checkLabelKey(key) : [];
  if (problem) scanner.fail(`this is no label key: ${problem.message}`, start);
  return key;
}

/** `("in" | "notin") (list | values) | "contains" value` */
function parseWordOperator(reading: Reading, key: string): Requirement | undefined {
  const { scanner } = reading;
  const start = scanner.at;
  const word = scanner.takeWord();
  if (word === "") return undefined;
  if (word === "contains") return { key, operator: "contains", values: [parseContained(reading, start)] };
  const operator = words.get(word);
  if (!operator) {
    const after = scanner.inGroup ? '"|", "," or ")"' : '"," or the end';
    return scanner.fail(`expected an operator, ${after}, found "${word}"${operatorHint(word)}`, start);
  }
  scanner.skipBlanks();
  if (scanner.take("(")) return { key, operator, values: parseList(reading) };
  const of = parseSelectedValues(reading, word);
  return { key, operator: operator === "in" ? "among" : "notAmong", values: [], of };
}

/** What a text must contain: a text, as after the other operators. */
function parseContained(reading: Reading, start: number): string {
  const { scanner, dialect } = reading;
  if (dialect === "label") scanner.fail("contains is for fields, not for labels", start);
  scanner.skipBlanks();
  if (scanner.peek() === "(") scanner.fail("contains takes one value, not a list");
  return parseValue(reading, false);
}

/** `values = resource "(" [ ( term | group ) { "," ( term | group ) } ] ")" "." key` */
function parseSelectedValues(reading: Reading, after: string): SelectedValues {
  const { scanner, dialect } = reading;
  const start = scanner.at;
  const resource = scanner.takeWord();
  if (resource === "") scanner.fail(`expected "(" after ${after}, found ${scanner.describe()}`);
  if (dialect === "label" || !scanner.take("("))
    scanner.fail(`expected "(" after ${after}, found "${resource}"${valuesHint(after, resource)}`, start);
  if (reading.isWithin === true)
    scanner.fail("the values of other objects cannot be selected within such a selection", start);
  reading.of = parseSelected(reading, { resource, start });
  const { terms, key } = reading.of;
  return { resource, terms: terms.map(unlocated), key };
}

/** What is behind a resource and its `(`. */
function parseSelected(
  reading: Reading,
  { resource, start }: { readonly resource: string; readonly start: number },
): LocatedValues {
  const { scanner } = reading;
  const terms = parseTermsWithin(reading);
  if (!scanner.take(")")) scanner.fail(`expected "," or ")", found ${scanner.describe()}`);
  if (!scanner.take(".")) scanner.fail(`expected "." and an index of ${resource}, found ${scanner.describe()}`);
  const keyColumn = scanner.at + 1;
  return { resource, terms, key: parseKey(reading), column: start + 1, keyColumn };
}

/** The terms between the parentheses of a resource. */
function parseTermsWithin({ scanner, ...rest }: Reading): LocatedTerm[] {
  const { inGroup } = scanner;
  scanner.inGroup = false;
  scanner.skipBlanks();
  const reading: Reading = { ...rest, scanner, isWithin: true };
  const terms =
    scanner.peek() === ")" ? [] : separated(reading, ",", () => parseGroup(reading) ?? locatedTerm(reading));
  scanner.inGroup = inGroup;
  return terms;
}

/** `op value | ("=" | "!=") list` */
function parseSymbolOperator(reading: Reading, key: string): Requirement | undefined {
  const { scanner, dialect } = reading;
  const start = scanner.at;
  const symbol = symbols.find(({ spelling }) => scanner.take(spelling));
  if (!symbol) return undefined;
  if (symbol.fieldsOnly && dialect === "label") scanner.fail(`${symbol.spelling} is for fields, not for labels`, start);
  scanner.skipBlanks();
  if (symbol.list && scanner.take("(")) return { key, operator: symbol.operator, values: parseList(reading) };
  if (scanner.peek() === "(") scanner.fail(`${symbol.spelling} takes one value, not a list`);
  const selected = selectedValuesProblem(scanner.text.slice(scanner.at), key, symbol.spelling);
  // Within the selection of a resource, a parenthesis may be the end of that.
  if (selected !== undefined && dialect === "field" && reading.isWithin !== true) scanner.fail(selected);
  const mayBeEmpty = symbol.operator === "in" || symbol.operator === "notIn";
  return { key, operator: symbol.operator, values: [parseValue(reading, mayBeEmpty)] };
}

/** `list = "(" [ value { "," value } ] ")"`, of which the first character has been taken. */
function parseList(reading: Reading): string[] {
  const { scanner } = reading;
  scanner.skipBlanks();
  if (scanner.take(")")) return [];
  const values = separated(reading, ",", () => parseValue(reading, false));
  if (!scanner.take(")")) scanner.fail(`expected "," or ")", found ${scanner.describe()}`);
  return values;
}

/** `value = plain | '"' JSON string '"'`. Written plain, only a value that stands alone may be empty. */
function parseValue(reading: Reading, mayBeEmpty: boolean): string {
  const { scanner } = reading;
  const start = scanner.at;
  reading.valueColumns.push(start + 1);
  use(reading, "values", 1);
  const quoted = scanner.peek() === '"';
  const value = quoted ? scanner.takeQuoted() : scanner.takePlain();
  if (value === "" && !quoted && !mayBeEmpty) scanner.fail('expected a value (the empty one is written "")', start);
  if (!storableText.test(value)) scanner.fail("a value holds neither U+0000 nor half a surrogate pair", start);
  return value;
}

function use({ scanner, used, limits }: Reading, limit: keyof Used, amount: number): void {
  used[limit] += amount;
  if (used[limit] > limits[limit]) {
    scanner.fail(`the selectors of a request have at most ${limits[limit]} ${limit}`);
  }
}
