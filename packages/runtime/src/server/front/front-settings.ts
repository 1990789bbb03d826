import { ConfigurationError } from "../../error/configuration-error.js";
import { checkBasePath } from "./base-path.js";
import { checkCors, type CorsOptions, type CorsSettings } from "./cors-options.js";
import { compileTrust, type IsTrusted } from "./forwarded.js";
import { isHost, withoutPort } from "./host-names.js";

/** How a server treats browsers and proxies. Missing options come from the environment. */
export interface FrontOptions {
  /** Which other sites' pages may call the service. Default `CMGEN_CORS_ORIGINS` (origins separated by commas, or `*`), else none. */
  readonly cors?: CorsOptions;
  /**
   * Names that clients call the service by, besides `localhost` and addresses of the machine; `.example.com` is that name and all below it. Requests
   * with another `Host` are refused. Default `CMGEN_HOSTS` (names separated by commas), else none while it listens on loopback, and any name while it listens elsewhere.
   */
  readonly hosts?: readonly string[];
  /** Path that the service is published below, such as `/people-service`. Default `CMGEN_BASE_PATH`, else none. */
  readonly basePath?: string;
  /**
   * Proxies whose `X-Forwarded-*` headers count: addresses, ranges such as `10.0.0.0/8`, or `loopback`, `linklocal`, `uniquelocal`.
   * Default `CMGEN_TRUSTED_PROXIES` (addresses, ranges or those words, separated by commas), else none.
   */
  readonly trustedProxies?: readonly string[];
}

/** The same options, checked. */
export interface FrontSettings {
  readonly cors: CorsSettings | undefined;
  /** Names in lower case, without port. `undefined` if none were given. */
  readonly hosts: readonly string[] | undefined;
  /** Empty, or without a slash at its end. */
  readonly basePath: string;
  readonly isTrusted: IsTrusted | undefined;
}

/**
 * Determines how a server treats browsers and proxies: an option wins over the environment.
 *
 * @throws {ConfigurationError} that says which value is wrong and how to fix it.
 */
export function readFrontSettings(
  options: FrontOptions,
  environment: Readonly<Record<string, string | undefined>>,
): FrontSettings {
  const cors = options.cors ?? environmentCors(environment["CMGEN_CORS_ORIGINS"]);
  const hosts = options.hosts ?? readList("CMGEN_HOSTS", environment["CMGEN_HOSTS"]);
  const proxies = options.trustedProxies ?? readList("CMGEN_TRUSTED_PROXIES", environment["CMGEN_TRUSTED_PROXIES"]);
  return {
    cors: cors && checkCors(cors, options.cors === undefined ? "CMGEN_CORS_ORIGINS" : "cors.origins"),
    hosts: hosts?.map(checkName),
    basePath: checkBasePath(options.basePath ?? environment["CMGEN_BASE_PATH"] ?? ""),
    isTrusted: proxies && compileTrust(proxies),
  };
}

function environmentCors(text: string | undefined): CorsOptions | undefined {
  const origins = readList("CMGEN_CORS_ORIGINS", text);
  return origins && { origins };
}

/** Values separated by commas. An empty variable counts as not set. */
function readList(name: string, text: string | undefined): readonly string[] | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const values = text.split(",").map((value) => value.trim());
  if (values.includes(""))
    throw new ConfigurationError(`${name} has an empty value: ${JSON.stringify(text)}. Remove the extra comma.`);
  return values;
}

function checkName(text: string): string {
  const isAddress = /^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*$/i.test(text);
  const name = withoutPort(isAddress ? `[${text}]` : text);
  const isPlain = isHost(isAddress ? `[${text}]` : text) && name !== "" && !text.includes("*");
  if (isPlain && (isAddress || !/:\d*$/.test(text))) return name;
  throw new ConfigurationError(
    `hosts (CMGEN_HOSTS) must have names or addresses such as people.example.com, without scheme, port or path, or domains such as .example.com, not ${JSON.stringify(text)}.`,
  );
}
