import type { ts } from "ts-morph";

import type { StepModel } from "../model/model.js";
import { compiler } from "./compiler.js";
import { literalProperties, reportUnknownKeys } from "./literal-properties.js";
import type { Reader } from "./reader.js";
import { resolveExpression, staticString } from "./static-value.js";

/** Names of steps are kept in the database and in the migrations. */
const ID = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/;

/** Reads the `evolve` of a declaration. */
export function readSteps(reader: Reader, list: ts.Expression): StepModel[] {
  const array = resolveExpression(list, reader);
  if (!compiler.isArrayLiteralExpression(array)) {
    reader.report("CM1005", list, { attribute: "evolve", expected: "a list of `{ id, change }`" });
    return [];
  }
  return array.elements.flatMap((element) => readStep(reader, element) ?? []);
}

function readStep(reader: Reader, element: ts.Expression): StepModel | undefined {
  const properties = literalProperties(element, reader);
  if (properties !== undefined) {
    reportUnknownKeys(reader, properties, { owner: "an evolve step", names: ["id", "change"] });
  }
  const node = properties?.get("id")?.value;
  const id = node && staticString(node, reader);
  if (node !== undefined && id !== undefined && ID.test(id) && properties?.has("change") === true) {
    return { id, span: reader.files.spanOf(node) };
  }
  reader.report("CM1005", element, {
    attribute: "evolve",
    expected: "`{ id, change }` with an id of lowercase letters, digits and `-`",
  });
  return undefined;
}
