import type { Command } from "../command.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { outputFormats, printObjects, type OutputFormat } from "../objects/print-objects.js";
import type { Terminal } from "../terminal.js";
import { FilesError, UsageError } from "../usage-error.js";

interface GetOptions {
  readonly resource: string;
  readonly name: string | undefined;
  readonly server: string;
  readonly selector: string | undefined;
  readonly "field-selector": string | undefined;
  readonly output: OutputFormat;
}

/** `cmgen get <resource> [name]`: objects of a running service, what holds those up that are being deleted, and which of them a controller failed on. */
export const getCommand: Command<GetOptions> = {
  usage: "get <resource> [name]",
  summary: "Show objects of a running service.",
  declare: (yargs) =>
    yargs
      .positional("resource", {
        type: "string",
        demandOption: true,
        describe: "For example people, or people.<group>.",
      })
      .positional("name", { type: "string", describe: "One object's name. Default: all objects." })
      .option("server", {
        type: "string",
        default: process.env["CMGEN_SERVER"] ?? "http://127.0.0.1:8090",
        defaultDescription: "CMGEN_SERVER, else http://127.0.0.1:8090",
        describe: "Where the service is.",
      })
      .option("selector", { alias: "l", type: "string", describe: "Labels, for example team=red,!old." })
      .option("field-selector", { alias: "f", type: "string", describe: "Fields, for example spec.age>=18." })
      .option("output", { alias: "o", choices: outputFormats, default: "table" as const, describe: "In which form." })
      .check(({ name, selector, server, "field-selector": fields }) => {
        if (name !== undefined && (selector !== undefined || fields !== undefined)) {
          throw new UsageError("Give a name or selectors: a name selects one object already.");
        }
        if (!/^https?:/.test(server) || !URL.canParse(server))
          throw new UsageError(`${server} is no URL of a service.`);
        return true;
      }),
  run: async (options, terminal) => {
    try {
      return await showObjects(options, terminal);
    } catch (error) {
      throw await explained(error);
    }
  },
};

async function showObjects(
  options: Omit<GetOptions, "field-selector"> & FieldSelector,
  terminal: Terminal,
): Promise<ExitCode> {
  const [{ createTransport }, { findResource }, { readObjects }, { readFailures }] = await Promise.all([
    import("@cmgen/client"),
    import("../objects/find-resource.js"),
    import("../objects/read-objects.js"),
    import("../objects/read-failures.js"),
  ]);
  const token = process.env["CMGEN_TOKEN"];
  const headers = token === undefined || token === "" ? {} : { authorization: `Bearer ${token}` };
  const transport = createTransport({ baseUrl: options.server, headers });
  const resource = await findResource(transport, options.resource);
  const { name, selector, fieldSelector } = options;
  const stretches = readObjects(transport, resource, { name, labelSelector: selector, fieldSelector });
  await printObjects[options.output](stretches, terminal, {
    isList: name === undefined,
    notes: () => readFailures(transport, resource),
  });
  return exitCode.ok;
}

interface FieldSelector {
  readonly fieldSelector?: string | undefined;
}

/** What the service refuses, in its words; a query that cannot be followed is a mistake of the caller. */
async function explained(error: unknown): Promise<unknown> {
  const { ApiProblem } = await import("@cmgen/client");
  if (!(error instanceof ApiProblem)) return error;
  if (error.problem === undefined) return new FilesError(`${error.message}.`, { cause: error });
  const causes = error.errors.map(({ message }) => message);
  const text = [error.message, ...causes.filter((cause) => !error.message.includes(cause))].join("\n  ");
  return error.code === "InvalidQuery" ? new UsageError(text) : new FilesError(text, { cause: error });
}
