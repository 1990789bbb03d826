import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import type { EngineName } from "../databases/engine.js";
import type { Sort } from "./matrix.js";
import type { Term } from "./term.js";

/** How a person writes the conditions of terms by hand, for one of the databases. Values are written into the text. */
export class EntrySql {
  readonly table: string;
  readonly engine: EngineName;
  readonly #labels: string;
  readonly #tables: ReadonlyMap<string, string>;

  constructor(model: ModelDescriptor, engine: EngineName) {
    this.engine = engine;
    this.table = `"${model.table}"`;
    this.#labels = `"${model.labelTable}"`;
    this.#tables = new Map(model.indexes.flatMap((index) => (index.multi ? [[index.name, `"${index.table}"`]] : [])));
  }

  /** An object's bytes; on PostgreSQL as text, which pg reads faster. */
  data(alias: string): string {
    return this.engine === "sqlite" ? `${alias}.data` : `convert_from(${alias}.data, 'UTF8') AS data`;
  }

  /** The objects `o`, found by the index of a column; PostgreSQL has no way to say which. */
  objectsBy(column: string): string {
    const name = `${this.table.slice(1, -1)}_${column}${column === "deleted_at" ? "" : "_id"}_idx`;
    return this.engine === "sqlite" ? `${this.table} o INDEXED BY "${name}"` : `${this.table} o`;
  }

  /** The column of the object's own row that a term is about; undefined for labels and indexes of many values. */
  columnOf({ on, key, any }: Pick<Term, "on" | "key" | "any">): string | undefined {
    return on === "label" || any !== undefined || this.#tables.has(key) ? undefined : columnOfField(key);
  }

  /** Whether an object, whose id is `id` and whose columns are in `o`, meets a term. */
  condition(term: Term, id: string): string {
    if (term.any !== undefined) {
      const all = (terms: readonly Term[]): string => terms.map((each) => this.condition(each, id)).join(" AND ");
      return `(${term.any.map((terms) => `(${all(terms)})`).join(" OR ")})`;
    }
    const column = this.columnOf(term);
    if (column === undefined) {
      return `${isNegative(term) ? "NOT " : ""}EXISTS (SELECT 1 FROM ${this.#copies(term)} v WHERE v.object_id = ${id} AND ${this.#held(term)})`;
    }
    if (term.test === "absent") return `o.${column} IS NULL`;
    // Written by someone who knows that no object lacks the field.
    return term.test === "notIn" ? `NOT ${valueTest(`o.${column}`, term)}` : valueTest(`o.${column}`, term);
  }

  /** Selects the ids, as `id`, of all objects that meet a term; each once. */
  ids(term: Term): string {
    if (term.any !== undefined) return term.any.map((terms) => this.#alternativeIds(terms)).join(" UNION ");
    const column = this.columnOf(term);
    if (column !== undefined) return `SELECT o.id FROM ${this.objectsBy(column)} WHERE ${this.condition(term, "o.id")}`;
    if (isNegative(term)) return `SELECT id FROM ${this.table} EXCEPT ${this.#copyIds(term)}`;
    return this.#copyIds(term);
  }

  /** The ids of objects that a negative term on labels or many values excludes. */
  excludedIds(term: Term): string | undefined {
    return isNegative(term) && this.columnOf(term) === undefined ? this.#copyIds(term) : undefined;
  }

  /** The order of rows whose columns are in `alias`. */
  order({ field, descending }: Sort, alias: string): string {
    const always = field === "metadata.creationTimestamp";
    // The nulls must stand as they do in the index, also where there are none.
    const nulls = this.engine === "sqlite" || always ? "" : descending ? " NULLS LAST" : " NULLS FIRST";
    return `${alias}.${columnOfField(field)}${descending ? " DESC" : ""}${nulls}, ${alias}.id${descending ? " DESC" : ""}`;
  }

  /** Of each alternative the objects that its rarest term finds are looked at. */
  #alternativeIds(terms: readonly Term[]): string {
    const [rarest, ...others] = terms.toSorted((left, right) => left.share - right.share);
    if (rarest === undefined) throw new RangeError("An alternative has terms");
    const found = this.ids(rarest);
    if (others.length === 0) return found;
    const conditions = others.map((term) => this.condition(term, "o.id")).join(" AND ");
    if (this.columnOf(rarest) !== undefined) return `${found} AND ${conditions}`;
    return `SELECT o.id FROM (${found}) d ${this.engine === "sqlite" ? "CROSS " : ""}JOIN ${this.table} o ON o.id = d.id WHERE ${conditions}`;
  }

  #copyIds(term: Term): string {
    const repeats = term.on === "field" && (term.test === "startsWith" || term.values.length !== 1);
    return `SELECT ${repeats ? "DISTINCT " : ""}v.object_id AS id FROM ${this.#copies(term)} v WHERE ${this.#held(term)}`;
  }

  #copies({ on, key }: Term): string {
    return on === "label" ? this.#labels : (this.#tables.get(key) ?? "");
  }

  /** What the rows of labels or values hold that a term is about, or that it excludes. */
  #held(term: Term): string {
    const key = term.on === "label" ? `v.key = ${literal(term.key)}` : undefined;
    const value = term.test === "absent" ? undefined : valueTest("v.value", term);
    return [key, value].filter((part) => part !== undefined).join(" AND ");
  }
}

export function columnOfField(field: string): string {
  if (field === "metadata.creationTimestamp") return "created_at";
  if (field === "metadata.deletionTimestamp") return "deleted_at";
  return `x_${field.replaceAll(".", "_")}`;
}

export function isNegative({ test }: Pick<Term, "test">): boolean {
  return test === "notIn" || test === "absent";
}

export function literal(value: string | number): string {
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

/** Of a negative term, the test that it negates. */
function valueTest(column: string, { key, test, values, among }: Term): string {
  if (among !== undefined) return `${column} IN (${among})`;
  const written = values.map((value) =>
    literal(key === "metadata.creationTimestamp" ? Date.parse(String(value)) : value),
  );
  const [first = ""] = written;
  if (test === "startsWith") return `${column} >= ${first} AND ${column} < ${literal(after(String(values[0])))}`;
  if (test === ">=" || test === "<") return `${column} ${test} ${first}`;
  return values.length === 1 ? `${column} = ${first}` : `${column} IN (${written.join(", ")})`;
}

/** The first text after all that start with an ASCII prefix. */
function after(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
