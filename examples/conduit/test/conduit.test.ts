import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { silentLog, startServer } from "@cmgen/runtime";
import { plugin } from "@cmgen-examples/conduit";
import { afterAll, beforeAll, expect, test } from "vitest";

const server = await startServer({
  plugins: [plugin],
  root: plugin.root,
  port: 0,
  databaseUrl: ":memory:",
  log: silentLog,
});
await server.started;
afterAll(() => server.close());

interface Article {
  readonly slug: string;
  readonly title: string;
  readonly favorited: boolean;
  readonly favoritesCount: number;
  readonly author: { readonly username: string; readonly following: boolean };
}

/** What answers hold: each has one of these. */
interface Body {
  readonly user: { readonly token: string; readonly username: string; readonly bio: string | null };
  readonly profile: { readonly username: string; readonly following: boolean };
  readonly article: Article;
  readonly articles: readonly Article[];
  readonly articlesCount: number;
  readonly comment: { readonly id: number };
  readonly comments: readonly { readonly id: number; readonly author: { readonly username: string } }[];
  readonly tags: readonly string[];
  readonly errors: { readonly body: readonly string[] };
}

interface Answer {
  readonly status: number;
  readonly body: Body;
}

async function send(method: string, path: string, token?: string, body?: object): Promise<Answer> {
  const headers = {
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(token !== undefined && { authorization: `Token ${token}` }),
  };
  const sent = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
  const answer = await fetch(`${server.url}/api${path}`, sent);
  const text = await answer.text();
  return { status: answer.status, body: JSON.parse(text === "" ? "{}" : text) as Body };
}

const get = async (path: string, token?: string): Promise<Body> => (await send("GET", path, token)).body;

async function register(username: string): Promise<string> {
  const user = { username, email: `${username}@example.com`, password: "a long password" };
  return (await send("POST", "/users", undefined, { user })).body.user.token;
}

async function publish(token: string, title: string, tagList: readonly string[] = []): Promise<string> {
  const article = { title, description: "About it", body: "All of it", tagList };
  return (await send("POST", "/articles", token, { article })).body.article.slug;
}

let ann = "";
let bob = "";
beforeAll(async () => {
  ann = await register("ann");
  bob = await register("Bob_B");
});

test("is at most 450 lines, blank ones and tests left out", () => {
  const folder = join(import.meta.dirname, "..");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/^(test|dist|node_modules)|generated/.test(path),
  );
  const lines = files.flatMap((path) => readFileSync(join(folder, path), "utf8").split("\n"));
  expect(lines.filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(450);
});

test("says what is wrong in Conduit's form", async () => {
  const login = (email: string): Promise<Answer> =>
    send("POST", "/users/login", undefined, { user: { email, password: "a guess of mine" } });
  const wrong = { status: 401, body: { errors: { body: ["The user or the password is wrong."] } } };
  expect([await login("ann@example.com"), await login("nobody@example.com")]).toEqual([wrong, wrong]);
  const user = { username: "ann", email: "ann-2@example.com", password: "a long password" };
  expect(await send("POST", "/users", undefined, { user })).toMatchObject({ status: 422 });
  const short = await send("POST", "/users", undefined, { user: { ...user, username: "x", password: "short" } });
  expect(short.body.errors.body).toEqual(["password must have at least 12 characters"]);
  expect((await send("GET", "/user")).status).toBe(401);
  expect((await send("GET", "/articles/none")).status).toBe(404);
  const bad = await send("POST", "/articles", ann, { article: { title: "" } });
  expect([bad.status, bad.body.errors.body.length]).toEqual([422, 3]);
});

test("a user changes the name, the bio and the password, and stays signed in", async () => {
  const user = { username: "anna", bio: "Writes", password: "another long password" };
  expect((await send("PUT", "/user", ann, { user })).body.user).toMatchObject({ username: "anna", bio: "Writes" });
  expect((await send("PUT", "/user", ann, { user: { username: "ann", bio: null } })).body.user.bio).toBeNull();
  const login = { email: "ANN@example.com", password: "another long password" };
  expect((await send("POST", "/users/login", undefined, { user: login })).status).toBe(200);
  expect((await send("PUT", "/user", ann, { user: { username: "Bob_B" } })).status).toBe(422);
});

test("only its author changes an article, whose slug follows the title", async () => {
  const slug = await publish(ann, "How to train a dragon");
  const change = { article: { title: "How to lose a dragon" } };
  expect((await send("PUT", `/articles/${slug}`, bob, change)).status).toBe(403);
  expect((await send("DELETE", `/articles/${slug}`, bob)).status).toBe(403);
  const { article } = (await send("PUT", `/articles/${slug}`, ann, change)).body;
  expect(article.slug).toMatch(/^how-to-lose-a-dragon-/);
  expect((await send("GET", `/articles/${slug}`)).status).toBe(404);
  expect((await send("DELETE", `/articles/${article.slug}`, ann)).status).toBe(204);
});

test("lists any part of the articles, by author, tag, favourite and feed", async () => {
  const slugs: string[] = [];
  for (let at = 0; at < 30; at++) slugs.unshift(await publish(bob, `Article ${at}`, at % 2 === 0 ? ["even"] : []));
  for (const [offset, limit] of [
    [0, 20],
    [7, 5],
    [25, 20],
    [29, 100],
    [40, 3],
  ] as const) {
    const { articles, articlesCount } = await get(`/articles?author=Bob_B&limit=${limit}&offset=${offset}`);
    expect(articles.map(({ slug }) => slug)).toEqual(slugs.slice(offset, offset + limit));
    expect(articlesCount).toBe(30);
  }
  expect((await get("/articles?tag=even&author=Bob_B")).articlesCount).toBe(15);
  expect((await get("/articles?author=nobody")).articlesCount).toBe(0);
  expect((await get("/articles?favorited=nobody")).articlesCount).toBe(0);
  expect((await get("/tags")).tags).toEqual(["even"]);
  expect((await get("/articles/feed", ann)).articlesCount).toBe(0);
  expect((await send("POST", "/profiles/Bob_B/follow", ann)).body.profile.following).toBe(true);
  const feed = await get("/articles/feed?limit=1", ann);
  expect([feed.articlesCount, feed.articles[0]?.author]).toMatchObject([30, { username: "Bob_B", following: true }]);
});

test("counts favourites, one for each user, and shows each their own", async () => {
  const slug = await publish(bob, "Liked");
  for (const token of [ann, ann, bob]) await send("POST", `/articles/${slug}/favorite`, token);
  await send("DELETE", `/articles/${slug}/favorite`, bob);
  const seen = async (token?: string): Promise<readonly unknown[]> => {
    const { favorited, favoritesCount } = (await get(`/articles/${slug}`, token)).article;
    return [favorited, favoritesCount];
  };
  expect([await seen(ann), await seen(bob), await seen()]).toEqual([
    [true, 1],
    [false, 1],
    [false, 1],
  ]);
  expect((await get("/articles?favorited=ann")).articles.map((article) => article.slug)).toEqual([slug]);
});

test("numbers comments that come at the same time, and lets their authors delete them", async () => {
  const slug = await publish(ann, "Talked about");
  const comment = { comment: { body: "Me too" } };
  const made = await Promise.all(
    [ann, bob, ann, bob].map((token) => send("POST", `/articles/${slug}/comments`, token, comment)),
  );
  expect(made.map(({ body }) => body.comment.id).toSorted()).toEqual([1, 2, 3, 4]);
  const { comments } = await get(`/articles/${slug}/comments`);
  const ofBob = comments.find(({ author }) => author.username === "Bob_B");
  expect((await send("DELETE", `/articles/${slug}/comments/${ofBob?.id}`, ann)).status).toBe(403);
  expect((await send("DELETE", `/articles/${slug}/comments/${ofBob?.id}`, bob)).status).toBe(204);
  expect((await get(`/articles/${slug}/comments`)).comments).toHaveLength(3);
});

test("conflicts of requests at the same time are none of wrong input", async () => {
  const slug = await publish(ann, "Much talked about");
  const comment = { comment: { body: "Me too" } };
  const made = await Promise.all(
    Array.from({ length: 12 }, () => send("POST", `/articles/${slug}/comments`, bob, comment)),
  );
  expect(made.every(({ status }) => status === 201 || status === 409)).toBe(true);
  const { comments } = await get(`/articles/${slug}/comments`);
  expect(comments).toHaveLength(made.filter(({ status }) => status === 201).length);
});

test("a password that is too short changes nothing of a user", async () => {
  const user = { bio: "changed", password: "short" };
  expect((await send("PUT", "/user", bob, { user })).status).toBe(422);
  expect((await get("/user", bob)).user.bio).toBeNull();
});

test("only users are served beside Conduit's own paths", async () => {
  for (const plural of ["articles", "comments", "favorites", "follows"])
    expect((await fetch(`${server.url}/apis/conduit.example.com/v1/${plural}`)).status).toBe(404);
});

test("nobody makes themselves an administrator, nor reads others' addresses", async () => {
  const { user } = await get("/user", bob);
  const users = `${server.url}/apis/conduit.example.com/v1/users`;
  const headers = { authorization: `Bearer ${user.token}`, "content-type": "application/merge-patch+json" };
  const { items } = (await (await fetch(users, { headers })).json()) as {
    readonly items: readonly { readonly metadata: { readonly name: string }; readonly spec: Record<string, unknown> }[];
  };
  expect(items.filter(({ spec }) => spec["email"] !== undefined).map(({ spec }) => spec["username"])).toEqual([
    "Bob_B",
  ]);
  const own = items.find(({ spec }) => spec["username"] === "Bob_B")?.metadata.name;
  const body = JSON.stringify({ spec: { roles: ["admin"] } });
  expect((await fetch(`${users}/${own}`, { method: "PATCH", headers, body })).status).toBe(403);
});
