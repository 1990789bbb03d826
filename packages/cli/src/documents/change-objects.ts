import { exitCode, type ExitCode } from "../exit-code.js";
import { assertMeant, meantObjects, type MeantOptions, type NamedObject } from "../objects/meant-objects.js";
import { objectsOf, type ResourceObjects } from "../objects/resource-objects.js";
import { checkServedObject, type ServedObject } from "../objects/served-object.js";
import { readResources } from "../objects/served-resource.js";
import { withService, type Connection, type ConnectOptions } from "../server/connect.js";
import type { Terminal } from "../terminal.js";
import { actOnObjects } from "./act-on-objects.js";
import type { ResultFormat } from "./document-options.js";
import { resultPrinter } from "./result-printer.js";

export interface ChangeOptions extends ConnectOptions, MeantOptions {
  readonly output: ResultFormat | undefined;
}

/** An object that is to be changed, as it is stored, and what changes it. */
export interface Changing extends NamedObject {
  readonly connection: Connection;
  readonly objects: ResourceObjects;
  readonly stored: ServedObject;
}

/** Changes stored objects, one after another, and prints `done`, or that there was nothing to change. */
export function changeObjects(
  options: ChangeOptions,
  terminal: Terminal,
  { done, change }: { readonly done: string; readonly change: (changing: Changing) => Promise<unknown> },
): Promise<ExitCode> {
  assertMeant(options);
  return withService(options, terminal, async (connection) => {
    const resources = await readResources(connection.transport);
    const isList = options.names?.length !== 1 && !options.resource.includes("/");
    const printer = resultPrinter({ output: options.output, isList }, terminal);
    const refused = await actOnObjects(
      meantObjects(connection, resources, options),
      async ({ resource, name }) => {
        const objects = objectsOf(connection, resource);
        const stored = checkServedObject(await objects.get(name));
        const object = checkServedObject(await change({ connection, objects, stored, resource, name }));
        const isSame = object.metadata.version === stored.metadata.version;
        return { resource, object, done: isSame ? "is unchanged" : done };
      },
      { printer, terminal },
    );
    return refused === 0 ? exitCode.ok : exitCode.refused;
  });
}
