import { join, parse } from "node:path";
import { hostUrls } from "./host-urls.js";

/** Where a service keeps its objects. */
export type DatabaseLocation =
  /** The file `:memory:` is gone when the store closes. */
  | { readonly engine: "sqlite"; readonly file: string }
  | {
      readonly engine: "postgresql";
      readonly url: string;
      /** A URL for each host that it names. */
      readonly hostUrls: readonly string[];
      /** The schema of the tables. If the URL names none, the role's search path decides. */
      readonly schema?: string;
    };

/**
 * Reads a database URL: `file:data.db`, `file:///var/lib/data.db`, a plain path, `:memory:` or `memory:`, `postgresql://…` or
 * `postgres://…`.
 *
 * @throws {TypeError} for another scheme, an empty path, an impossible schema or a list of hosts that is not valid. The message does not repeat the URL, which may contain a password.
 */
export function parseDatabaseUrl(url: string): DatabaseLocation {
  if (url === ":memory:" || url === "memory:") return { engine: "sqlite", file: ":memory:" };
  if (/^postgres(ql)?:\/\//i.test(url)) {
    const schema = schemaIn(url);
    return { engine: "postgresql", url, hostUrls: hostUrls(url), ...(schema !== undefined && { schema }) };
  }
  const file = url.startsWith("file:") ? filePath(url.slice("file:".length)) : url;
  if (file === "") throw new TypeError("The database URL names no file");
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(file)?.[1];
  if (scheme !== undefined) {
    throw new TypeError(`The database URL's scheme is ${scheme}: expected file:<path>, :memory: or postgresql://…`);
  }
  return { engine: "sqlite", file };
}

/** PostgreSQL truncates longer names. */
const NAME_BYTES = 63;

/**
 * The schema that a PostgreSQL URL names in `?schema=`, as Prisma's URLs do.
 *
 * @throws {TypeError} for a name that no schema with tables can have.
 */
export function schemaIn(url: string): string | undefined {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? "";
  const [name, ...others] = new URLSearchParams(query).getAll("schema");
  if (name === undefined) return undefined;
  const problem = others.length > 0 ? "is one of several; name one" : schemaProblem(name);
  if (problem === undefined) return name;
  throw new TypeError(`The schema ${JSON.stringify(name)} in the database URL ${problem}`);
}

/**
 * A PostgreSQL URL with another schema, or with one if it names none.
 *
 * @throws {TypeError} for a name that no schema with tables can have.
 */
export function urlOfSchema(url: string, schema: string): string {
  const problem = schemaProblem(schema);
  if (problem !== undefined) throw new TypeError(`The schema ${JSON.stringify(schema)} ${problem}`);
  const [, server = "", query = "", fragment = ""] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(url) ?? [];
  const others = query.split("&").filter((each) => each !== "" && !each.startsWith("schema="));
  return `${server}?${[...others, `schema=${encodeURIComponent(schema)}`].join("&")}${fragment}`;
}

function schemaProblem(name: string): string | undefined {
  if (name === "") return "has no name";
  if (name.includes("\0")) return "has a NUL in its name";
  if (Buffer.byteLength(name) > NAME_BYTES) return `is longer than ${NAME_BYTES} bytes`;
  // In a search path it means the schema with the user's name, even in quotes.
  if (name === "$user") return "is a placeholder; write the user's name";
  return name.startsWith("pg_") || name === "information_schema" ? "is reserved by PostgreSQL" : undefined;
}

/** Names of tenants are parts of host names, schemas and files. */
const TENANT_NAME = /^[a-z](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

/** What is wrong with the name of a tenant, as the end of a sentence; undefined where nothing is. */
export function tenantNameProblem(name: string): string | undefined {
  if (TENANT_NAME.test(name)) return undefined;
  return "must have 1 to 40 lower-case letters, digits and hyphens, begin with a letter and not end with a hyphen";
}

/**
 * The database of a tenant, beside that of its service: a schema `tenant_acme`, or `people_tenant_acme` where the service's URL names the schema `people`;
 * a file `people.tenants/acme.db` beside `people.db`.
 *
 * @param url that of the service.
 * @throws {TypeError} for a name that no tenant can have, for a service in memory, and as {@link parseDatabaseUrl}.
 */
export function tenantUrl(url: string, tenant: string): string {
  const location = parseDatabaseUrl(url);
  const problem = tenantNameProblem(tenant);
  if (problem !== undefined) throw new TypeError(`The name of a tenant ${problem}, not ${JSON.stringify(tenant)}`);
  if (location.engine === "sqlite") {
    if (location.file === ":memory:") throw new TypeError("A service with tenants cannot be in memory");
    const { dir, name } = parse(location.file);
    return `file:${join(dir, `${name}.tenants`, `${tenant}.db`)}`;
  }
  return urlOfSchema(url, `${location.schema === undefined ? "" : `${location.schema}_`}tenant_${tenant}`);
}

/** The name of the tenant whose database a URL names, by the form that {@link tenantUrl} gives it; undefined for others. */
export function tenantOf(url: string): string | undefined {
  const location = parseDatabaseUrl(url);
  if (location.engine === "postgresql") return /(?:^|_)tenant_([a-z][a-z0-9-]*)$/.exec(location.schema ?? "")?.[1];
  const { dir, name } = parse(location.file);
  return dir.endsWith(".tenants") ? name : undefined;
}

/** `file:` may be followed by a relative path, as in Prisma's URLs; `file://` by an absolute one. */
function filePath(rest: string): string {
  if (!rest.startsWith("//")) return rest;
  const path = decodeURIComponent(rest.replace(/^\/\/(localhost)?/i, ""));
  return /^\/[a-z]:/i.test(path) ? path.slice(1) : path;
}
