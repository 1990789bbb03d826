/** Where a service keeps its objects. */
export type DatabaseLocation =
  | { readonly engine: "sqlite"; readonly file: string }
  /** Gone when the store closes. */
  | { readonly engine: "sqlite"; readonly file: ":memory:" }
  | { readonly engine: "postgresql"; readonly url: string };

/**
 * Reads a database URL: `file:data.db`, `file:///var/lib/data.db`, a plain path, `:memory:` or `memory:`, `postgresql://…` or
 * `postgres://…`.
 *
 * @throws {TypeError} for another scheme or an empty path; the message does not repeat the URL, which may hold a password.
 */
export function parseDatabaseUrl(url: string): DatabaseLocation {
  if (url === ":memory:" || url === "memory:") return { engine: "sqlite", file: ":memory:" };
  if (/^postgres(ql)?:\/\//i.test(url)) return { engine: "postgresql", url };
  const file = url.startsWith("file:") ? filePath(url.slice("file:".length)) : url;
  if (file === "") throw new TypeError("The database URL names no file");
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(file)?.[1];
  if (scheme !== undefined) {
    throw new TypeError(`The database URL's scheme is ${scheme}: it must be file:, memory: or postgresql:`);
  }
  return { engine: "sqlite", file };
}

/** `file:` takes relative paths too, as Prisma's URLs do; `file://` begins an absolute one. */
function filePath(rest: string): string {
  if (!rest.startsWith("//")) return rest;
  const path = decodeURIComponent(rest.replace(/^\/\/(localhost)?/i, ""));
  return /^\/[a-z]:/i.test(path) ? path.slice(1) : path;
}
