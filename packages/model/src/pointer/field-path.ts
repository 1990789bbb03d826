/**
 * The segments of a path as authors write it: `spec.limits["a.b"].steps[0]` is `spec`, `limits`, `a.b`, `steps` and `0`. Names stand behind
 * dots; keys that are not names, in double quotes as JSON has them, and positions in lists stand in brackets.
 *
 * @throws {SyntaxError} where `path` is written in another way; the message says what and where.
 */
export function parseFieldPath(path: string): string[] {
  const segments: string[] = [];
  let at = 0;
  while (at < path.length || segments.length === 0) {
    const [text, dot, name, key, position] = matchAt(path, at, segments.length === 0);
    if (text === undefined) throw new SyntaxError(`${JSON.stringify(path)} ${problemAt(path, at)}`);
    segments.push(name ?? position ?? keyOf(path, key ?? ""));
    if (dot === "." && segments.length === 1) throw new SyntaxError(`${JSON.stringify(path)} starts with a dot`);
    at += text.length;
  }
  return segments;
}

function keyOf(path: string, key: string): string {
  try {
    return JSON.parse(key) as string;
  } catch {
    throw new SyntaxError(`${JSON.stringify(path)} has the key ${key}, which is not a JSON string`);
  }
}

/** What separates segments; the first has no dot. */
const SEGMENT = /(\.?)([^.[\]"\s/]+)|\[("(?:[^"\\]|\\.)*")\]|\[(\d+)\]/y;

function matchAt(path: string, at: number, isFirst: boolean): readonly (string | undefined)[] {
  SEGMENT.lastIndex = at;
  const [text, dot, ...rest] = SEGMENT.exec(path) ?? [];
  const isSeparated = isFirst || dot !== "";
  return isSeparated ? [text, dot, ...rest] : [];
}

function problemAt(path: string, at: number): string {
  if (path === "") return "is not the path of a field, such as `spec.title`";
  if (path.startsWith("/")) return "is a JSON Pointer: write dots between names, as in `spec.title`";
  return `cannot be read from character ${at + 1} on: write \`spec.title\`, \`spec.steps[0]\` or \`spec.limits["a.b"]\``;
}
