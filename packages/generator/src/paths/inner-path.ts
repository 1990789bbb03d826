/**
 * Whether a path, as generated files and records have it, leads to something inside of the folder that it is relative to, on every
 * system: with `/`, without `..`, without a drive.
 */
export function isInnerPath(path: string): boolean {
  const segments = path.split("/");
  return (
    segments.every((segment) => segment !== "" && segment !== "." && segment !== "..") &&
    !/[\\\0]|^[A-Za-z]:/.test(path)
  );
}
