import { join } from "node:path";
import { containsWords, searchWords } from "@cmgen/model/internal";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import type { Plugin } from "@cmgen/runtime/codegen";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { exchange } from "./exchange.js";
import { databases, randomCases } from "../tier.js";

const model = (tag: string): string => `import { defineModel, type Extension } from "@cmgen/model";
export interface ArticleSpec {
  /** @index ${tag} */
  title: string;
  /** @index ${tag} */
  notes?: string[];
  /** @index */
  section: string;
}
export interface Article extends Extension<ArticleSpec> {}
export default defineModel<Article>({
  group: "articles.example.com", version: "v1", kind: "Article", plural: "articles", singular: "article",
});
`;

const words = [
  "chess",
  "Chess",
  "che",
  "chessboard",
  "Crème",
  "creme",
  "STRASSE",
  "straße",
  "日本",
  "हिन्दी",
  "a",
  "7",
  "don't",
  "x-y",
];
const text = fc.array(fc.constantFrom(...words, "...", ""), { maxLength: 5 }).map((all) => all.join(" "));

interface Spec {
  readonly title: string;
  readonly notes?: readonly string[] | undefined;
  readonly section: string;
}
const specs: readonly Spec[] = fc.sample(
  fc.record({
    title: text,
    notes: fc.option(fc.array(text, { maxLength: 3 }), { nil: undefined }),
    section: fc.constantFrom("a", "b"),
  }),
  { numRuns: 80, seed: 5 },
);

const releases = generatedReleases();
let plain: Plugin;
let searched: Plugin;
beforeAll(async () => {
  plain = await releases.release(new Map([["src/models/article.ts", model("")]]));
  searched = await releases.release(new Map([["src/models/article.ts", model("@search")]]));
}, 240_000);
afterAll(() => releases.dispose());

const wordsOf = {
  "spec.title.words": ({ title }: Spec) => searchWords(title),
  "spec.notes.words": ({ notes = [] }: Spec) => notes.flatMap(searchWords),
};

interface Condition {
  readonly selector: string;
  readonly holds: (spec: Spec) => boolean;
}

const oneWord = fc.constantFrom(...words.filter((word) => searchWords(word).length === 1));
const condition: fc.Arbitrary<Condition> = fc
  .record({
    field: fc.constantFrom<(keyof typeof wordsOf)[]>("spec.title.words", "spec.notes.words"),
    operator: fc.constantFrom("contains", "=", "^=", "!=", "in"),
    word: oneWord,
    other: oneWord,
    wanted: text.filter((given) => searchWords(given).length > 0),
  })
  .map(({ field, operator, word, other, wanted }): Condition => {
    const all = wordsOf[field];
    const [one = "", two = ""] = [word, other].flatMap(searchWords);
    switch (operator) {
      case "contains":
        return {
          selector: `${field} contains ${JSON.stringify(wanted)}`,
          holds: (spec) => containsWords(all(spec), wanted),
        };
      case "^=":
        return { selector: `${field}^=${word}`, holds: (spec) => all(spec).some((each) => each.startsWith(one)) };
      case "in":
        return {
          selector: `${field} in (${word},${other})`,
          holds: (spec) => all(spec).some((each) => each === one || each === two),
        };
      default:
        return {
          selector: `${field}${operator}${word}`,
          holds: (spec) => all(spec).includes(one) === (operator === "="),
        };
    }
  });

describe.each(databases)("words on %s", (database) => {
  let server: RunningServer;
  const ask = async (method: string, path: string, body?: unknown) =>
    exchange(server.url, {
      method,
      path: `/apis/articles.example.com/v1/articles${path}`,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  const select = (selector: string): string => `?sort=metadata.name&fieldSelector=${encodeURIComponent(selector)}`;
  const namesOf = async (selector: string): Promise<readonly string[]> => {
    const { status, json } = await ask("GET", select(selector));
    expect(status, JSON.stringify(json)).toBe(200);
    return (json as { items: { metadata: { name: string } }[] }).items.map(({ metadata }) => metadata.name);
  };
  const start = async (plugin: Plugin, databaseUrl: string): Promise<void> => {
    server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog });
    await server.started;
    expect(server.unready()).toEqual([]);
  };
  const make = async (name: string, spec: object): Promise<void> => {
    const { status, json } = await ask("POST", "", { metadata: { name }, spec });
    expect(status, JSON.stringify(json)).toBe(201);
  };
  const articles = new Map<string, Spec>(
    specs.flatMap((spec, at) => [[`o${at}`, spec] as const, [`p${at}`, spec] as const]),
  );

  beforeAll(async () => {
    const url = database === "sqlite" ? `file:${join(releases.folder, "..", "articles.db")}` : await createDatabase();
    await start(plain, url);
    for (const [at, spec] of specs.entries()) await make(`o${at}`, spec);
    await server.close();
    // One half of the index is built by this start, and the other is written.
    await start(searched, url);
    for (const [at, spec] of specs.entries()) await make(`p${at}`, spec);
  }, 120_000);
  afterAll(() => server.close());

  it("are found as a plain scan finds them", { timeout: 120_000 }, async () => {
    const section = fc.option(fc.constantFrom("a", "b"), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.array(condition, { minLength: 1, maxLength: 3 }),
        section,
        fc.boolean(),
        async (all, of, any) => {
          const holds = (spec: Spec): boolean =>
            (any ? all.some((each) => each.holds(spec)) : all.every((each) => each.holds(spec))) &&
            (of === undefined || spec.section === of);
          const selectors = all.map(({ selector }) => selector);
          const terms = [
            any ? `(${selectors.join("|")})` : selectors.join(),
            ...(of === undefined ? [] : [`spec.section=${of}`]),
          ];
          const expected = [...articles].filter(([, spec]) => holds(spec)).map(([name]) => name);
          expect(await namesOf(terms.join())).toEqual(expected.toSorted());
        },
      ),
      { numRuns: randomCases(200) },
    );
  });

  it("are asked for one by one, unless it is said what contains them", async () => {
    for (const [selector, code, message] of [
      [
        "spec.title.words=two words",
        "type",
        '"two words" is not one word, which spec.title.words is; contains takes several',
      ],
      ["spec.title.words^=!", "type", '"!" is not one word, which spec.title.words is'],
      ['spec.title.words contains "..."', "type", '"..." has no words'],
      [
        "spec.title contains x",
        "operator",
        "contains is for the words of texts, and spec.title does not hold those. spec.title.words does",
      ],
    ])
      expect((await ask("GET", select(selector ?? ""))).json).toMatchObject({
        status: 400,
        errors: [{ code, message }],
      });
    expect((await ask("GET", "?sort=spec.title.words")).status).toBe(400);
  });

  it("are at most 1,000 of a text", async () => {
    const many = Array.from({ length: 1001 }, (_, at) => `w${at}`).join(" ");
    const refused = await ask("POST", "", { metadata: { name: "many" }, spec: { title: many, section: "c" } });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.json)).toContain("more than 1000 values");
  });

  it("are followed by watches", async () => {
    const abort = new AbortController();
    const selector = encodeURIComponent('spec.title.words contains "Nouvelle crê"');
    const watched = await fetch(
      `${server.url}/apis/articles.example.com/v1/articles?watch=true&fieldSelector=${selector}`,
      { signal: abort.signal },
    );
    const reader = watched.body?.pipeThrough(new TextDecoderStream()).getReader();
    await make("other", { section: "c", title: "crème nouveau" });
    await make("fresh", { section: "c", title: "La CREME nouvelle" });
    await ask("PUT", "/other", { metadata: { name: "other" }, spec: { section: "c", title: "nouvelle, crêpe" } });
    let seen = "";
    await expect
      .poll(async () => {
        seen += (await reader?.read())?.value ?? "";
        return seen;
      })
      .toContain('"other"');
    const events = seen
      .split("\n")
      .filter((line) => line.includes('"spec"'))
      .map((line) => JSON.parse(line) as { type: string; object: { metadata: { name: string } } });
    expect(events.map(({ type, object }) => [type, object.metadata.name])).toEqual([
      ["ADDED", "fresh"],
      ["ADDED", "other"],
    ]);
    abort.abort();
    for (const name of ["other", "fresh"]) await ask("DELETE", `/${name}`);
  });

  it("are described", async () => {
    const described = await (await fetch(`${server.url}/openapi.json`)).text();
    expect(described).toContain('"name":"spec.title.words","multi":true,"search":true');
    expect(described).toContain("`spec.title.words`, `spec.notes.words`: the words of texts, for `contains`.");
  });
});
