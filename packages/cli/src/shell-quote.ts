/**
 * Quotes a path for the shells that people paste commands into: POSIX shells, or cmd and PowerShell on Windows. A path without special
 * characters stays as it is.
 */
export function shellQuote(path: string, platform: NodeJS.Platform = process.platform): string {
  // A command would take the name for an option.
  const safe = path.startsWith("-") ? `./${path}` : path;
  if (platform === "win32") return quoteForWindows(safe);
  return /^[\w@+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", String.raw`'\''`)}'`;
}

/** A name has no `"` on Windows. In double quotes PowerShell replaces `$` and backticks; cmd does not know single ones. */
function quoteForWindows(path: string): string {
  if (/^[\w@+=:./\\-]+$/.test(path)) return path;
  return /[$`]/.test(path) ? `'${path.replaceAll("'", "''")}'` : `"${path}"`;
}
