import { ApiProblem } from "@cmgen/client";

import type { NamedObject } from "../objects/meant-objects.js";
import { fullName } from "../objects/served-resource.js";
import { isAboutOneObject, problemText } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import type { Result, ResultPrinter } from "./result-printer.js";

/** An object is not changed. The message is a sentence for the user, without the object's name. */
export class ObjectRefusal extends Error {
  override readonly name = "ObjectRefusal";
}

/** Does something with an object; undefined if there is nothing to print. */
export type Act = (named: NamedObject) => Promise<Result | undefined>;

/** Where results and refusals go. */
export interface ActionOutput {
  readonly printer: ResultPrinter;
  readonly terminal: Pick<Terminal, "error">;
}

/**
 * Does the same with objects, one after another. One that is refused is reported and does not stop the others.
 *
 * @returns how many were refused
 */
export async function actOnObjects(
  objects: AsyncIterable<NamedObject>,
  act: Act,
  { printer, terminal }: ActionOutput,
): Promise<number> {
  let refused = 0;
  let count = 0;
  for await (const named of objects) {
    count += 1;
    try {
      const result = await act(named);
      if (result !== undefined) await printer.print(result);
    } catch (error) {
      if (!(error instanceof ObjectRefusal) && !(error instanceof ApiProblem && isAboutOneObject(error))) throw error;
      refused += 1;
      const reason = error instanceof ObjectRefusal ? error.message : problemText(error);
      terminal.error(`${printable(`${fullName(named.resource, named.name)}: ${reason}`)}\n`);
    }
  }
  if (refused < count) await printer.end();
  if (count === 0) terminal.error("No objects found.\n");
  return refused;
}
