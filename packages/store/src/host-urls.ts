/** The part of a PostgreSQL URL up to its hosts, the hosts, the path, the query and the fragment. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?(#.*)?$/i;

/** What a URL is for: reading needs any server, writing the primary. */
export type ServerUse = "read" | "write";

/** Values of `target_session_attrs` that allow the primary. A service needs it, so all of them mean the same. */
const FOR_PRIMARY: ReadonlySet<string> = new Set(["any", "read-write", "primary"]);

const LAST_PORT = 65_535;

/**
 * A URL for each host that a PostgreSQL URL names, as libpq reads them: `postgresql://user@h1:5432,h2:5433/db`, or `?host=h1,h2&port=5432`,
 * where one port is for all hosts. The driver takes one host. A URL of one host is returned as it is.
 *
 * @throws {TypeError} for a list of hosts that is not valid, and for a `target_session_attrs` that may exclude the primary. The message does not
 * repeat the URL, which may contain a password.
 */
export function hostUrls(url: string, use: ServerUse = "write"): readonly string[] {
  const [, start = "", authority = "", path = "", query = "", fragment = ""] = PARTS.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  if (use === "write") assertForPrimary(parameters.get("target_session_attrs"));
  const named = parameters.get("host");
  const ports = parameters.get("port")?.split(",");
  if (!(named ?? authority).includes(",")) return [url];
  const hosts = named === null ? authority.split(",") : named.split(",").map(quoteHost);
  if (ports !== undefined && ports.length > 1 && ports.length !== hosts.length) {
    throw new TypeError(
      `The database URL has ${hosts.length} hosts and ${ports.length} ports: give one port for all hosts, or one for each`,
    );
  }
  const others = query.split("&").filter((each) => each !== "" && !/^(?:host|port)=/.test(each));
  const end = `${path}${others.length > 0 ? `?${others.join("&")}` : ""}${fragment}`;
  return hosts.map((host, place) => {
    const port = ports?.[place] ?? ports?.[0];
    const address = port === undefined ? host : `${host.replace(/:\d*$/, "")}:${port}`;
    assertHost(address, place);
    return `${start}${address}${end}`;
  });
}

/** The host and port of a URL that names one host. */
export function hostName(url: string): string {
  const { hostname, port } = new URL(url);
  return `${decodeURIComponent(hostname)}:${port === "" ? "5432" : port}`;
}

/** A host of `?host=` as it is written in front of the path: it may be an IPv6 address or the folder of a socket. */
function quoteHost(host: string): string {
  return host.includes(":") ? `[${host}]` : encodeURIComponent(host);
}

function assertHost(address: string, place: number): void {
  const [, port] = /^(?:\[[^\]]+\]|[^:[\]]+)(?::(\d*))?$/.exec(address) ?? [undefined, "none"];
  const isValid = port === undefined || port === "" || (/^\d+$/.test(port) && Number(port) <= LAST_PORT);
  if (isValid && URL.canParse(`postgresql://${address}/`)) return;
  throw new TypeError(
    `Host ${place + 1} in the database URL is not valid: write host:port, an IPv6 address in brackets, and /, ?, # and @ in a password as %2F, %3F, %23 and %40`,
  );
}

function assertForPrimary(wanted: string | null): void {
  if (wanted === null || FOR_PRIMARY.has(wanted)) return;
  throw new TypeError(
    `target_session_attrs=${wanted} in the database URL must be read-write, primary or any: writes need the primary`,
  );
}
