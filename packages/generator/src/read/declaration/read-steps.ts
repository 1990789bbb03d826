import type { ts } from "ts-morph";

import type { StepModel } from "../../model/model.js";
import {
  type KnownKeys,
  type LiteralProperties,
  literalProperties,
  readElements,
  reportUnexpected,
  reportUnknownKeys,
} from "./attribute-values.js";
import type { Reader } from "../reader.js";
import { staticString } from "./static-value.js";

/** Names of steps are kept in the database and in the migrations. */
const ID = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/;

/** Reads the `evolve` of a declaration. */
export function readSteps(reader: Reader, list: ts.Expression): readonly StepModel[] {
  return readEntries(reader, list, {
    attribute: "evolve",
    known: { owner: "an evolve step", names: ["id", "change"] },
    values: "an id of lowercase letters, digits and `-`",
    read(step) {
      const value = step.get("id")?.value;
      const id = value && staticString(value, reader);
      return value && id !== undefined && ID.test(id) ? { id, span: reader.files.spanOf(value) } : undefined;
    },
  });
}

/** A list of objects, each with a function under the last of its names. */
interface Entries<T> {
  readonly attribute: string;
  readonly known: KnownKeys;
  /** What their values have to be. */
  readonly values: string;
  readonly read: (entry: LiteralProperties, position: number) => T | undefined;
}

function readEntries<T>(
  reader: Reader,
  list: ts.Expression,
  { attribute, known, values, read }: Entries<T>,
): readonly T[] {
  const { names } = known;
  const shape = `\`{ ${names.join(", ")} }\``;
  const elements = readElements(reader, list, { attribute, expected: `a list of ${shape}` });
  return elements.flatMap((element, position) => {
    const properties = literalProperties(element, reader);
    if (properties !== undefined) reportUnknownKeys(reader, properties, known);
    const entry = properties?.has(names.at(-1) ?? "") === true ? read(properties, position) : undefined;
    return entry ?? reportUnexpected(reader, element, { attribute, expected: `${shape} with ${values}` }) ?? [];
  });
}
