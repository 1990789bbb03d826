import { objectPrinter } from "../objects/print-objects.js";
import type { ServedObject } from "../objects/served-object.js";
import { fullName, type ServedResource } from "../objects/served-resource.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import type { ResultFormat } from "./document-options.js";

/** An object after something was done with it. */
export interface Result {
  readonly resource: ServedResource;
  readonly object: ServedObject;
  /** Such as `created`. */
  readonly done: string;
}

/** Prints results as they come. */
export interface ResultPrinter {
  print(result: Result): Promise<void>;
  end(): Promise<void>;
}

/** How results are printed. */
export interface ResultOptions {
  readonly output: ResultFormat | undefined;
  /** Whether there may be more than one. */
  readonly isList: boolean;
}

/** Prints a sentence for each object, unless a form is asked for: then what the object is now. */
export function resultPrinter({ output, isList }: ResultOptions, terminal: Terminal): ResultPrinter {
  if (output !== undefined) {
    const printer = objectPrinter({ format: output, isList }, terminal);
    return { print: ({ resource, object }) => printer.print(resource, [object]), end: () => printer.end() };
  }
  return {
    print: async ({ resource, object, done }) => {
      terminal.out(`${printable(`${fullName(resource, object.metadata.name)} ${done}`)}\n`);
      await terminal.drained?.();
    },
    end: async () => {},
  };
}
