import { UsageError } from "../usage-error.js";
import { readContexts } from "./contexts-file.js";
import { readCredentials, type ContextInUse, type CredentialChoice, type Credentials } from "./credentials.js";
import { serverUrl } from "./server-url.js";

/** Options that say which service a command is about, and who calls it. */
export interface ServerChoice extends CredentialChoice {
  readonly server: string | undefined;
  readonly context: string | undefined;
}

/** The service that a command is about. */
export interface ChosenServer extends Credentials {
  /** Without a slash at its end. */
  readonly url: string;
}

const DEFAULT_SERVER = "http://127.0.0.1:8090";

/**
 * Options win over the environment, which wins over the file of contexts.
 *
 * @throws {UsageError} if the service or its credentials cannot be chosen
 */
export function chooseServer(choice: ServerChoice, workingFolder: string): ChosenServer {
  const { url, inUse } = chooseAddress(choice);
  return { url, ...readCredentials(choice, inUse, workingFolder) };
}

interface Address {
  readonly url: string;
  readonly inUse?: ContextInUse;
}

function chooseAddress({ server, context: name }: ServerChoice): Address {
  if (server !== undefined && name !== undefined) {
    throw new UsageError("Give --server or --context: a context names a server already.");
  }
  if (server !== undefined) return { url: serverUrl(server, "--server") };
  if (name !== undefined) return addressOf(name, true);
  const variable = process.env["CMGEN_SERVER"] ?? "";
  if (variable !== "") return { url: serverUrl(variable, "CMGEN_SERVER") };
  const { current } = readContexts();
  return current === undefined ? { url: DEFAULT_SERVER } : addressOf(current, false);
}

function addressOf(name: string, isNamed: boolean): Address {
  const { contexts } = readContexts();
  const context = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (context !== undefined) return { url: context.server, inUse: { context, isNamed } };
  const names = Object.keys(contexts);
  const there = names.length === 0 ? "No server is saved yet" : `There are: ${names.join(", ")}`;
  throw new UsageError(
    `There is no context ${JSON.stringify(name)}. ${there}. \`cmgen context set ${name} --server <address>\` makes it.`,
  );
}
