/** Values of a template's `{…}` by name; undefined if the path does not match. */
export type TemplateMatch = (pathname: string, base: string) => Readonly<Record<string, string>> | undefined;

type Segment = { readonly literal: string } | { readonly param: string };

/**
 * Compiles a template such as `/people/{name}/greeting`. Segments are compared exactly, after percent-decoding.
 *
 * @throws {TypeError} when the template does not start with `/`, has an empty segment or names a parameter twice.
 */
export function compileTemplate(template: string): TemplateMatch {
  const segments = parseTemplate(template);
  return (pathname, base) => {
    if (!pathname.startsWith(`${base}/`)) return undefined;
    const parts = pathname.slice(base.length + 1).split("/");
    return parts.length === segments.length ? bind(segments, parts) : undefined;
  };
}

/**
 * Orders templates: of two that match one path, the one comes first whose first segment that differs in form is text. Templates of the same
 * order match the same paths only if their text is the same.
 */
export function compareTemplates(one: string, other: string): number {
  const [a, b] = [formOf(one), formOf(other)];
  return a < b ? -1 : Number(a > b);
}

function formOf(template: string): string {
  return parseTemplate(template)
    .map((segment) => ("param" in segment ? "1" : "0"))
    .join("");
}

function parseTemplate(template: string): readonly Segment[] {
  if (!template.startsWith("/"))
    throw new TypeError(`A path template must start with "/": ${JSON.stringify(template)}`);
  const segments = template.slice(1).split("/").map(parseSegment);
  const params = segments.flatMap((segment) => ("param" in segment ? [segment.param] : []));
  if (new Set(params).size < params.length)
    throw new TypeError(`A parameter is named twice: ${JSON.stringify(template)}`);
  return segments;
}

function parseSegment(text: string): Segment {
  const param = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text)?.[1];
  if (param !== undefined) return { param };
  if (text === "" || /[{}]/.test(text))
    throw new TypeError(`A segment must be text or {name}, not ${JSON.stringify(text)}`);
  return { literal: text };
}

function bind(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [at, segment] of segments.entries()) {
    const value = decodeURIComponent(parts[at] ?? "");
    if ("param" in segment ? value === "" : value !== segment.literal) return undefined;
    if ("param" in segment) params[segment.param] = value;
  }
  return params;
}
