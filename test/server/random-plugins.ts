import fc from "fast-check";

/** A body or a query as a declaration says it, with a value of it, what the handler gets of that, and a value that is refused. */
interface Part {
  readonly type: string;
  readonly good: unknown;
  readonly received: unknown;
  readonly bad: unknown;
}

/** An endpoint, and what a request and its handler have to do with each other. */
export interface RandomEndpoint {
  readonly method: "get" | "post" | "put" | "patch" | "del";
  readonly path: string;
  readonly body?: Part | undefined;
  readonly query?: Part | undefined;
  readonly status?: number | undefined;
}

export interface RandomModule {
  /** Below `src/endpoints`, without an extension. */
  readonly name: string;
  readonly endpoints: readonly RandomEndpoint[];
}

function part(type: string, good: unknown, { received = good, bad }: { received?: unknown; bad: unknown }): Part {
  return { type, good, received, bad };
}

const bodies: readonly Part[] = [
  part("string", "a", { bad: 1 }),
  part('"a" | "b" | null', null, { bad: "c" }),
  part("readonly [string, number?]", ["a"], { bad: [1] }),
  part("Record<string, number>", { "a b": 1 }, { bad: { a: "x" } }),
  part("{ a: string } | { b: readonly number[] }", { b: [1] }, { bad: { c: 1 } }),
  part("Draft", { text: "a" }, { received: { text: "a", count: 1 }, bad: { text: "", count: 1 } }),
  part("Draft[]", [{ text: "a", count: 2 }], { bad: {} }),
  part("Tree", { inner: [{ inner: [] }] }, { bad: { inner: [{}] } }),
  part("ReturnType<typeof summarize>", { count: 1, first: null }, { bad: { count: 1 } }),
  part(
    "{ 'odd key-': Draft }",
    { "odd key-": { text: "a" } },
    { received: { "odd key-": { text: "a", count: 1 } }, bad: {} },
  ),
];
const queries: readonly Part[] = [
  part("{ limit?: number }", { limit: 3 }, { bad: { limit: "x" } }),
  part("{ deep: boolean }", { deep: true }, { bad: {} }),
  part("{ tag: readonly string[] }", { tag: ["a", "b"] }, { bad: { tags: "a" } }),
  part('{ "sort-by"?: "a" | "b" }', { "sort-by": "b" }, { bad: { "sort-by": "c" } }),
  part("Paging", {}, { received: { size: 10 }, bad: { size: 0 } }),
];

/** What the types above need, under names that no other module has. */
function declarations(at: number): string {
  return `
interface Draft${at} {
  /** @minLength 1 */
  text: string;
  /** @default 1 */
  count?: number;
}
interface Tree${at} { inner: Tree${at}[] }
interface Paging${at} {
  /** @minimum 1 @default 10 */
  size?: number;
}
function summarize(words: readonly string[]) { return { count: words.length, first: words.length > 0 ? words.join() : null }; }
void summarize;
export type { Draft${at}, Tree${at}, Paging${at} };
`;
}

const words = [
  "notes",
  "slug",
  "a-b",
  "a.b",
  "1",
  "-",
  "~",
  "größe",
  "名前",
  "%20",
  "a b",
  "'",
  '"',
  "\\",
  "$x",
  "*",
  "?",
  "#",
  "@x",
];
const segments = fc
  .oneof(fc.constantFrom(...words), fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }))
  .filter(isSegment);

/** Neither a parameter nor a relative path, which `fetch` resolves; and text that has a form in a URL. */
function isSegment(text: string): boolean {
  return !/[/{}]|^\.{1,2}$/.test(text) && text.isWellFormed();
}

const paths = fc
  .array(fc.oneof(segments, fc.constant(undefined)), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map((text, at) => text ?? `{p${at}}`));

const endpoint: fc.Arbitrary<RandomEndpoint> = fc
  .record({
    method: fc.constantFrom("get", "post", "put", "patch", "del"),
    path: paths.map((parts) => `/${parts.join("/")}`),
    body: fc.constantFrom(undefined, ...bodies),
    query: fc.constantFrom(undefined, ...queries),
    status: fc.constantFrom(undefined, 201, 202),
  })
  .map(({ body, ...rest }) => ({ ...rest, body: rest.method === "get" || rest.method === "del" ? undefined : body }));

const fileName = fc.constantFrom(
  "notes",
  "1st",
  "a.b",
  "my file",
  "größe",
  "名前",
  "delete",
  "class",
  "$x",
  "_",
  "a-b",
  "a_b",
  "index",
);
const moduleName = fc.array(fileName, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));

/** Modules of one plugin: none has the name of another, nor have two endpoints a method and a form of path in common. */
export const randomModules: fc.Arbitrary<readonly RandomModule[]> = fc
  .uniqueArray(fc.record({ name: moduleName, endpoints: fc.array(endpoint, { minLength: 1, maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 4,
    selector: ({ name }) => name,
  })
  .map((modules) => {
    const seen = new Set<string>();
    return modules.map(({ name, endpoints }) => ({
      name,
      endpoints: endpoints.filter(({ method, path }) => {
        const form = `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
        return !seen.has(form) && seen.add(form);
      }),
    }));
  });

/** The text of a module, whose handlers answer what they got, and which of them they are. */
export function moduleText({ name, endpoints }: RandomModule, at: number): string {
  const depth = "../".repeat(name.split("/").length);
  const typeText = ({ type }: Part): string => type.replace(/\b(Draft|Tree|Paging)\b/g, `$1${at}`);
  const routes = endpoints.map(({ method, path, body, query, status }, place) => {
    const members = [
      ...(body ? [`body: ${typeText(body)}`] : []),
      ...(query ? [`query: ${typeText(query)}`] : []),
      ...(status ? [`status: ${status}`] : []),
      "response: { endpoint: string; got: string }",
    ].join("; ");
    const got = `JSON.stringify({ params: { ...context.params }, body: ${body ? "context.body" : "null"}, query: ${query ? "context.query" : "null"} })`;
    return `    ${method}(${JSON.stringify(path)}, typed<{ ${members} }>(), (context) => ({ endpoint: "${at} ${place}", got: ${got} })),`;
  });
  return `import { consoleApi, defineEndpoints, del, get, patch, post, put, typed } from "@cmgen/runtime";
import { noteModel } from "${depth}generated/v1/models.js";
${declarations(at)}
void [del, get, patch, post, put, typed];
export default defineEndpoints({
  apiVersion: consoleApi(noteModel),
  routes: [
${routes.join("\n")}
  ],
});
`;
}
