/**
 * `JSON.parse`, with the members' names as the text has them. V8 in Node.js 24 to 26, and in browsers of that time, may take an escaped
 * name for one that an earlier text had at the same place: after `{"p":0,"\\\\":1}`, it reads `{"p":0,"\\n":1}` as that
 * (nodejs/node#63785). So it is not shown names with an escape.
 *
 * @throws {SyntaxError} for a text that is not JSON.
 */
export function parseJsonText(text: string): unknown {
  const names = escapedNames(text);
  return names.length === 0 ? JSON.parse(text) : parseRenamed(text, names);
}

/** Where a string begins and ends in a text, its quotes included. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** The members' names that are written with an escape. In JSON, a backslash occurs in strings only. */
function escapedNames(text: string): Place[] {
  const names: Place[] = [];
  for (let at = text.indexOf("\\"); at >= 0;) {
    const end = endOfString(text, at);
    if (isBeforeColon(text, end)) names.push({ start: text.lastIndexOf('"', at), end });
    at = text.indexOf("\\", end);
  }
  return names;
}

/** Behind the quote that ends the string around `escape`: the first that an even number of backslashes precedes. */
function endOfString(text: string, escape: number): number {
  for (let quote = text.indexOf('"', escape); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (before >= escape && text[before] === "\\") before--;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return text.length;
}

function isBeforeColon(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && " \t\n\r".includes(text[at] ?? "")) at++;
  return text[at] === ":";
}

/** Parses the text with other names in place of those, and gives the objects their own. */
function parseRenamed(text: string, places: readonly Place[]): unknown {
  const mark = unusedIn(text);
  const names = new Map<string, string>();
  let renamed = "";
  let copied = 0;
  for (const { start, end } of places) {
    const standIn = `${mark}${names.size}`;
    names.set(standIn, String(JSON.parse(text.slice(start, end))));
    renamed += `${text.slice(copied, start)}"${standIn}"`;
    copied = end;
  }
  return JSON.parse(renamed + text.slice(copied), (_name, value: unknown) => withNames(value, names));
}

/** A beginning that no name in the text has. */
function unusedIn(text: string): string {
  let mark = "~";
  while (text.includes(mark)) mark += "~";
  return mark;
}

/** An object that has stand-ins, with the names in their place and its members in their order; anything else as it is. */
function withNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value);
  if (!members.some(([name]) => names.has(name))) return value;
  // Defines its members, `__proto__` too.
  return Object.fromEntries(members.map(([name, member]) => [names.get(name) ?? name, member]));
}
