import { containsWords, searchWords } from "@cmgen/model/internal";
import { type Authenticator, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import type { Plugin, PluginAccess } from "@cmgen/runtime/codegen";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { databases } from "./people-server.js";

const model = `import { defineModel, type Extension } from "@cmgen/model";
export interface ArticleSpec {
  /** @search */
  title: string;
  /** @search */
  notes?: string[];
  /** @index */
  section: string;
  /** @index ci */
  owner?: string;
}
export interface Article extends Extension<ArticleSpec> {}
export default defineModel<Article>({
  group: "articles.example.com", version: "v1", kind: "Article", plural: "articles", singular: "article",
});
`;

interface Spec {
  readonly title: string;
  readonly notes?: readonly string[];
  readonly section: string;
  readonly owner?: string;
}

const articles: Readonly<Record<string, Spec>> = {
  a1: { title: "Chess in spring", section: "a", owner: "Ann" },
  a2: { title: "Sailing", notes: ["chess", "secret"], section: "a" },
  b1: { title: "Chessboards", section: "b", owner: "ann" },
  b2: { title: "Crème de la crème", notes: ["chess"], section: "b" },
  b3: { title: "A chess tournament", section: "b", owner: "Bob" },
};

const byHeader: Authenticator = ({ headers }) => {
  const [, name] = /^Test (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name };
};

const read = ["get", "list", "watch"] as const;
const access: PluginAccess = {
  resources: { articles: { group: "articles.example.com", plural: "articles" } },
  definition: {
    authenticate: [byHeader],
    roles: {
      rows: { resources: { articles: { verbs: read, where: () => ({ "spec.section": "a" }) } } },
      untitled: { resources: { articles: { verbs: read, hidden: ["spec.title"] } } },
      unnoted: { resources: { articles: { verbs: read, hidden: ["spec.notes"] } } },
      specless: { resources: { articles: { verbs: read, hidden: ["spec"] } } },
      own: { resources: { articles: { verbs: read, where: () => ({ "spec.owner": "ANN" }) } } },
      others: { resources: { articles: { verbs: read, where: () => ({ "spec.owner": { notIn: ["ANN"] } }) } } },
      wordless: {
        resources: { articles: { verbs: read, where: () => ({ "spec.title.words": { notIn: ["CHESS"] } }) } },
      },
      players: {
        resources: { articles: { verbs: read, where: () => ({ "spec.title.words": { contains: "chess" } }) } },
      },
    },
    bindings: Object.fromEntries(
      ["admin", "rows", "untitled", "unnoted", "specless", "own", "others", "wordless", "players"].map((role) => [
        role,
        { users: [role] },
      ]),
    ),
  },
};

const releases = generatedReleases();
let plugin: Plugin;
beforeAll(async () => {
  plugin = await releases.release(new Map([["src/models/article.ts", model]]));
}, 240_000);
afterAll(() => releases.dispose());

interface Answer {
  readonly status: number;
  readonly json: {
    readonly items: readonly { readonly metadata: { readonly name: string } }[];
    readonly total: number;
    readonly groups: readonly { readonly by: object; readonly count: number }[];
  };
}

describe.each(databases)("words and access on %s", (database) => {
  let server: RunningServer;
  const send = (as: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url}/apis/articles.example.com/v1/articles${path}`, {
      ...init,
      headers: { authorization: `Test ${as}`, "content-type": "application/json" },
    });
  const ask = async (as: string, path: string): Promise<Answer> => {
    const response = await send(as, path);
    return { status: response.status, json: (await response.json()) as Answer["json"] };
  };
  const selecting = (selector: string): string => `fieldSelector=${encodeURIComponent(selector)}`;
  const write = async (method: "POST" | "PUT" | "DELETE", name: string, spec?: Spec): Promise<void> => {
    const body = spec === undefined ? null : JSON.stringify({ metadata: { name }, spec });
    const response = await send("admin", method === "POST" ? "" : `/${name}`, { method, body });
    expect(response.status, await response.text()).toBeLessThan(300);
  };
  /** What a list, its total and a count answer must be the same. */
  const names = async (as: string, selector: string): Promise<readonly string[]> => {
    const { status, json } = await ask(as, `?sort=metadata.name&page=1&size=50&${selecting(selector)}`);
    expect(status, JSON.stringify(json)).toBe(200);
    const found = json.items.map(({ metadata: { name } }) => name);
    expect(json.total).toBe(found.length);
    expect((await ask(as, `?aggregate=count&${selecting(selector)}`)).json.groups).toEqual(
      found.length === 0 ? expect.anything() : [{ by: {}, count: found.length }],
    );
    return found;
  };
  /** The names of events of a watch, up to one of an object that everyone sees. */
  const watched = async (as: string, selector: string, change: () => Promise<void>): Promise<readonly string[]> => {
    const abort = new AbortController();
    const response = await send(as, `?watch=true&${selecting(selector)}`, { signal: abort.signal });
    expect(response.status).toBe(200);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    await change();
    let seen = "";
    await expect
      .poll(async () => {
        seen += (await reader?.read())?.value ?? "";
        return seen;
      })
      .toContain('"last"');
    abort.abort();
    const events = seen.split("\n").filter((line) => line.includes('"name"'));
    return events.map((line) => {
      const { type, object } = JSON.parse(line) as { type: string; object: { metadata: { name: string } } };
      return `${type} ${object.metadata.name}`;
    });
  };

  beforeAll(async () => {
    server = await startServer({
      plugins: [{ ...plugin, access }],
      root: plugin.root,
      port: 0,
      databaseUrl: database === "sqlite" ? ":memory:" : await createDatabase(),
      log: silentLog,
    });
    await server.started;
    for (const [name, spec] of Object.entries(articles)) await write("POST", name, spec);
  });
  afterAll(() => server.close());

  it("finds of the words what the row rules show, and counts no more", async () => {
    const chess = 'spec.title.words contains "chess"';
    expect(await names("admin", chess)).toEqual(["a1", "b1", "b3"]);
    expect(await names("rows", chess)).toEqual(["a1"]);
    expect(await names("rows", 'spec.title.words contains "creme"')).toEqual([]);
    expect(await names("rows", `(${chess}|spec.notes.words=chess)`)).toEqual(["a1", "a2"]);
    expect(await names("rows", "spec.notes.words!=chess")).toEqual(["a1"]);
    const grouped = await ask("rows", "?aggregate=count&groupBy=spec.title.words");
    expect(grouped.json.groups.map(({ by }) => Object.values(by)[0])).toEqual(["chess", "in", "sailing", "spring"]);
  });

  it("takes a row rule that is of words", async () => {
    expect(await names("players", "")).toEqual(["a1", "b1", "b3"]);
    expect(await names("players", "spec.notes.words=chess")).toEqual([]);
    expect(await names("players", 'spec.section=b,spec.title.words contains "a tour"')).toEqual(["b3"]);
    expect((await send("players", "/b2")).status).toBe(404);
    expect((await send("players", "/b3")).status).toBe(200);
  });

  it("folds the values of a row rule as those of a selector", async () => {
    expect(await names("own", "")).toEqual(["a1", "b1"]);
    expect(await names("others", "")).toEqual(["a2", "b2", "b3"]);
    expect((await send("others", "/a1")).status).toBe(404);
    expect(await names("wordless", "")).toEqual(["a2", "b1", "b2"]);
  });

  it.each([
    ["untitled", "spec.title.words"],
    ["unnoted", "spec.notes.words"],
    ["specless", "spec.title.words"],
    ["specless", "spec.notes.words"],
  ])("for %s there is no index %s", async (as, index) => {
    const refused = [
      selecting(`${index} contains "chess"`),
      selecting(`${index}=chess`),
      selecting(`!${index}`),
      selecting(`(metadata.name=a1|${index} contains "chess")`),
      selecting(`metadata.name in articles(${index} contains "chess").metadata.name`),
      selecting(`metadata.name in articles().${index}`),
      `watch=true&${selecting(`${index} contains "chess"`)}`,
      `aggregate=count&${selecting(`${index} contains "chess"`)}`,
      `aggregate=count&groupBy=${index}`,
      `aggregate=distinct(${index})`,
      `sort=${index}`,
    ];
    for (const query of refused) {
      const { status, json } = await ask(as, `?${query}`);
      expect([query, status, json]).toMatchObject([query, 400, { errors: [{ code: "unknownField" }] }]);
      // What is told of the indexes there are does not have it either.
      expect((json as unknown as { indexes?: readonly string[] }).indexes ?? []).not.toContain(index);
    }
    const deleted = await send(as, `?${selecting(`${index} contains "chess"`)}`, { method: "DELETE" });
    expect(deleted.status).toBe(403);
  });

  it("leaves the index of another field that is shown", async () => {
    expect(await names("untitled", 'spec.notes.words contains "che"')).toEqual(["a2", "b2"]);
    expect(await names("unnoted", 'spec.title.words contains "che"')).toEqual(["a1", "b1", "b3"]);
  });

  it("watches words within the row rules: what begins to be found comes, and what ends to be found goes", async () => {
    const change = async (): Promise<void> => {
      await write("POST", "n1", { title: "New chess", section: "b" });
      await write("POST", "n2", { title: "New sailing", section: "a" });
      await write("PUT", "n2", { title: "New chess", section: "a" });
      // It is moved to where the caller sees it, and then loses the word.
      await write("PUT", "n1", { title: "New chess", section: "a" });
      await write("PUT", "n1", { title: "New checkers", section: "a" });
      await write("PUT", "n2", { title: "New chess", section: "b" });
      await write("POST", "last", { title: "new chess", section: "a" });
    };
    const selector = 'spec.title.words contains "new chess"';
    expect(await watched("rows", selector, change)).toEqual([
      "ADDED n2",
      "ADDED n1",
      "DELETED n1",
      "DELETED n2",
      "ADDED last",
    ]);
    for (const name of ["n1", "n2", "last"]) await write("DELETE", name);
  });

  it("agrees with the plain scan of what is shown", async () => {
    for (const text of ["chess", "che", "a chess", "creme", "la cr", "none"]) {
      const expected = Object.entries(articles).filter(([, { title }]) => containsWords(searchWords(title), text));
      const of = (section?: string): readonly string[] =>
        expected.filter(([, spec]) => section === undefined || spec.section === section).map(([name]) => name);
      const selector = `spec.title.words contains ${JSON.stringify(text)}`;
      expect([text, await names("admin", selector)]).toEqual([text, of()]);
      expect([text, await names("rows", selector)]).toEqual([text, of("a")]);
    }
  });
});
