/** What a line of a service's log says. */
export interface LogLine {
  /** The line for a reader. */
  readonly text: string;
  /** Where the service listens, if the line says so. */
  readonly url?: string;
  /** A plugin's state, if the line says so. */
  readonly plugin?: { readonly name: string; readonly state: string };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a line of a service's standard output: JSON of its log, or whatever else a plugin prints.
 *
 * @param color Whether statuses and levels are coloured.
 */
export function readLogLine(line: string, color: boolean): LogLine {
  const fields = parseLog(line);
  if (fields === undefined) return { text: withoutControls(line) };
  const { level, time, msg, ...rest } = fields;
  const paint = color ? painted : (text: string): string => text;
  const clock = clockTime(time);
  if (msg === "request") return { text: `${clock} ${requestText(rest, paint)}` };
  if (msg === "listening" && typeof rest["url"] === "string") {
    const console = typeof rest["console"] === "string" ? `, console at ${rest["console"]}` : "";
    const text = `${clock} Listening on ${rest["url"]}${console}, documentation at ${String(rest["docs"])}`;
    return { text, url: rest["url"] };
  }
  const { plugin, state } = rest;
  if (typeof plugin === "string" && typeof state === "string") {
    const { plugin: _, state: __, ...counts } = rest;
    return { text: `${clock} Plugin ${plugin}: ${state}${fieldsText(counts)}`, plugin: { name: plugin, state } };
  }
  const isPlain = level === "info" || level === "debug" || level === "trace";
  const label = isPlain ? "" : `${paint(String(level), level === "warn" ? 33 : 31)}: `;
  return { text: `${clock} ${label}${String(msg)}${fieldsText(rest)}` };
}

function parseLog(line: string): Fields | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    const isLog = typeof value === "object" && value !== null && "level" in value && "msg" in value;
    return isLog ? { ...value } : undefined;
  } catch {
    // A plugin may print anything.
    return undefined;
  }
}

function requestText(
  { method, path, status, ms, aborted }: Fields,
  paint: (text: string, color: number) => string,
): string {
  const code = typeof status === "number" ? status : 0;
  const shown = aborted === true ? paint("aborted", 33) : paint(String(status), colorOf(code));
  return `${String(method).padEnd(6)} ${withoutControls(String(path))} ${shown} ${String(ms)} ms`;
}

function colorOf(status: number): number {
  if (status >= 500) return 31;
  return status >= 400 ? 33 : 32;
}

function painted(text: string, color: number): string {
  return `\u001b[${color}m${text}\u001b[0m`;
}

/** Fields behind a message; an error's stack is below it. */
function fieldsText({ err, ...fields }: Fields): string {
  const short = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const stack =
    typeof err === "object" && err !== null ? String((err as Fields)["stack"] ?? (err as Fields)["message"]) : "";
  return (
    withoutControls(short.length === 0 ? "" : ` (${short.join(", ")})`) +
    (stack === "" ? "" : `\n${withoutControls(stack)}`)
  );
}

function clockTime(time: unknown): string {
  const date = new Date(String(time));
  return Number.isNaN(date.getTime()) ? "--:--:--" : date.toTimeString().slice(0, 8);
}

/** Paths of requests and texts of errors are anybody's: nothing in them may command a terminal. */
function withoutControls(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, "\ufffd");
}
