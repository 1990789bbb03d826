import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import { type Authenticator, type RunningServer, silentLog, startServer, valuesOf } from "@cmgen/runtime";
import type { PluginAccess } from "@cmgen/runtime/codegen";
import { createClient } from "../../examples/tracker/dist/generated/v1alpha1/client.js";
import { commentModel, issueModel, projectModel } from "../../examples/tracker/dist/generated/v1alpha1/models.js";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "./people-server.js";
import { randomCases } from "../tier.js";

const base = "/apis/tracker.example.com/v1alpha1";

interface Issue {
  readonly name: string;
  readonly project: string;
  readonly state: string;
  readonly tags: readonly string[];
  readonly blockedBy: readonly string[];
}

interface Comment {
  readonly name: string;
  readonly issue: string;
}

/** A name that every JavaScript object has as well. */
const projects = ["p0", "p1", "constructor", "empty"];
const issues: readonly Issue[] = Array.from({ length: 40 }, (_, at) => ({
  name: `i${at}`,
  project: projects[at % 3] ?? "",
  state: at % 4 === 0 ? "closed" : "open",
  tags: ["a", "b", "x"].filter((_tag, place) => ((at >> place) & 1) === 1),
  blockedBy: at < 3 ? [] : [...new Set([`i${at - 1}`, `i${at % 3}`, "i0"])].slice(0, at % 4),
}));
const comments: readonly Comment[] = Array.from({ length: 60 }, (_, at) => ({
  name: `c${at}`,
  issue: `i${(at * 7) % 30}`,
}));

interface Term {
  readonly selector: string;
  readonly holds: (issue: Issue) => boolean;
}

const issueTerms: readonly Term[] = [
  { selector: "spec.state=open", holds: ({ state }) => state === "open" },
  { selector: "spec.tags=x", holds: ({ tags }) => tags.includes("x") },
  { selector: "spec.tags notin (x,a)", holds: ({ tags }) => !tags.includes("x") && !tags.includes("a") },
  { selector: "!spec.blockedBy", holds: ({ blockedBy }) => blockedBy.length === 0 },
  { selector: "spec.blockedBy=i1", holds: ({ blockedBy }) => blockedBy.includes("i1") },
  { selector: "spec.project in (p0,p1)", holds: ({ project }) => project !== "constructor" },
  { selector: "spec.project!=p0", holds: ({ project }) => project !== "p0" },
  {
    selector: '(spec.project=p1|spec.state="closed",metadata.name^=i1)',
    holds: ({ project, state, name }) => project === "p1" || (state === "closed" && name.startsWith("i1")),
  },
];

/** A count, and how a plain scan counts. */
interface Count {
  readonly text: string;
  readonly of: (name: string) => number;
}

const terms = fc.uniqueArray(fc.constantFrom(...issueTerms), { maxLength: 3 });
const ofIssues = (key: "project" | "blockedBy") =>
  terms.map((all): Count => ({
    text: `issues(${all.map(({ selector }) => selector).join(",")}).spec.${key}`,
    of: (name) =>
      issues.filter((issue) => all.every(({ holds }) => holds(issue)) && [issue[key]].flat().includes(name)).length,
  }));
const ofComments = fc.option(fc.subarray(comments.map(({ name }) => name)), { nil: undefined }).map((names): Count => ({
  text: names === undefined ? "comments.spec.issue" : `comments(metadata.name in (${names.join(",")})).spec.issue`,
  of: (issue) =>
    comments.filter((comment) => comment.issue === issue && names?.includes(comment.name) !== false).length,
}));

/** A page of projects or issues, and what is counted of it. */
const page = fc.oneof(
  fc.record({ plural: fc.constant("projects"), counts: fc.array(ofIssues("project"), { minLength: 1, maxLength: 3 }) }),
  fc.record({
    plural: fc.constant("issues"),
    counts: fc.array(fc.oneof(ofIssues("blockedBy"), ofComments), { minLength: 1, maxLength: 3 }),
  }),
);
const windows = fc.constantFrom(
  "size=100",
  "size=7&page=2",
  "limit=5",
  "size=3&total=none&fieldSelector=metadata.name=i0",
  "limit=3&sort=metadata.name&include=spec.blockedBy",
  "size=3&page=900",
);

const byHeader: Authenticator = ({ headers }) => {
  const [, name] = /^Test (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name };
};

const read = ["get", "list", "watch"] as const;
const access: PluginAccess = {
  resources: Object.fromEntries(
    ["projects", "issues", "comments"].map((plural) => [plural, { group: "tracker.example.com", plural }]),
  ),
  definition: {
    authenticate: [byHeader],
    roles: {
      rows: {
        resources: { projects: { verbs: read }, issues: { verbs: read, where: () => ({ "spec.state": "closed" }) } },
      },
      either: {
        resources: { projects: { verbs: read }, issues: { verbs: read, where: () => ({ "spec.tags": "x" }) } },
      },
      blind: { resources: { projects: { verbs: read } } },
      hidden: {
        resources: {
          projects: { verbs: read },
          issues: { verbs: read, hidden: ["spec.project", "spec.tags"] },
        },
      },
    },
    bindings: {
      admin: { users: ["admin"] },
      rows: { users: ["rows", "both"] },
      either: { users: ["both"] },
      blind: { users: ["blind"] },
      hidden: { users: ["hidden"] },
    },
  },
};

async function startTracker(database: "sqlite" | "postgresql"): Promise<RunningServer> {
  const served = { ...plugin, manifests: false as const, controllers: [], hooks: [], schedules: [], access };
  const databaseUrl = database === "sqlite" ? "file::memory:" : await createDatabase();
  return startServer({ plugins: [served], root: plugin.root, host: "127.0.0.1", port: 0, databaseUrl, log: silentLog });
}

interface Answer {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
  readonly included?: object;
  readonly counts?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly errors?: readonly object[];
}

describe.each(databases)("objects that refer to those of a page, on %s", (database) => {
  let server: RunningServer;
  const list = async (query: string, as = "admin"): Promise<Answer & { readonly status: number }> => {
    const response = await fetch(`${server.url}${base}/${query}`, { headers: { authorization: `Test ${as}` } });
    return { status: response.status, ...((await response.json()) as Answer) };
  };
  const including = (...texts: readonly string[]): string =>
    texts.map((text) => `&include=${encodeURIComponent(text)}`).join("");
  const counted = async (plural: string, text: string, as?: string): Promise<object | undefined> => {
    const { status, counts } = await list(`${plural}?size=100&sort=metadata.name${including(`count(${text})`)}`, as);
    return status === 200 ? counts?.[text] : { status };
  };

  beforeAll(async () => {
    server = await startTracker(database);
    await server.started;
    const { service } = server;
    for (const name of projects)
      await service.resource(projectModel).create({ metadata: { name }, spec: { title: name } });
    for (const { name, ...spec } of issues)
      await service.resource(issueModel).create({ metadata: { name }, spec: { ...spec, title: name } as never });
    for (const { name, issue } of comments)
      await service.resource(commentModel).create({ metadata: { name }, spec: { issue, text: name } });
  });
  afterAll(() => server.close());

  it("are as many as a plain scan counts, for every object of the page", async () => {
    await fc.assert(
      fc.asyncProperty(page, windows, async ({ plural, counts }, window) => {
        const follows = plural === "projects" ? window.replace("&include=spec.blockedBy", "") : window;
        const answer = await list(`${plural}?${follows}${including(...counts.map(({ text }) => `count(${text})`))}`);
        expect([counts, answer.errors, answer.status]).toEqual([counts, undefined, 200]);
        const names = answer.items.map(({ metadata: { name } }) => name);
        const expected = counts.map(({ text, of }) => [
          text,
          Object.fromEntries(names.map((name) => [name, of(name)])),
        ]);
        expect(answer.counts).toEqual(Object.fromEntries(expected));
        expect(answer.included !== undefined).toBe(follows.includes("include"));
      }),
      { numRuns: randomCases(150) },
    );
  });

  it("are counted for the plugin's own code and in the client, by the names that these give", async () => {
    const [projectsOf, issuesOf] = [server.service.resource(projectModel), server.service.resource(issueModel)];
    const counts = {
      all: valuesOf(issuesOf, "spec.project"),
      open: valuesOf(issuesOf, "spec.project", { "spec.state": "open" }),
      again: valuesOf(issuesOf, "spec.project"),
    };
    const expected = { all: { p0: 14, empty: 0, constructor: 13 }, open: { p0: 10, constructor: 10 } };
    const own = await projectsOf.list({ counts, size: 10 });
    expect(own.counts).toMatchObject({ ...expected, again: expected.all });
    const client = createClient({ baseUrl: server.url, headers: { authorization: "Test admin" } });
    const answered = await client.projects.list({
      counts: {
        all: valuesOf(client.issues, "spec.project"),
        open: valuesOf(client.issues, "spec.project", { "spec.state": "open" }),
        again: valuesOf(client.issues, "spec.project"),
      },
      limit: 10,
    });
    expect(answered.counts).toEqual(own.counts);
    expect(Object.hasOwn(answered.counts.all, "constructor")).toBe(true);
    const { included, counts: both } = await issuesOf.list({
      include: ["spec.project"],
      counts: { blocks: valuesOf(issuesOf, "spec.blockedBy") },
      where: { "metadata.name": "i6" },
    });
    expect([included["spec.project"]["p0"]?.spec.title, both.blocks]).toEqual(["p0", { i6: 1 }]);
    await expect(projectsOf.list({ counts: { wrong: valuesOf(issuesOf, "spec.blockedBy") }, size: 1 })).rejects.toThrow(
      "The list of projects cannot be read. include: spec.blockedBy is not a reference of issues to projects",
    );
    expect(await projectsOf.list({ counts: {}, size: 1 })).not.toHaveProperty("counts");
  });

  it("are those that the caller may see", async () => {
    const of = (holds: (issue: Issue) => boolean): object =>
      Object.fromEntries(
        projects.map((name) => [name, issues.filter((issue) => issue.project === name && holds(issue)).length]),
      );
    const closed = ({ state }: Issue): boolean => state === "closed";
    const isX = ({ tags }: Issue): boolean => tags.includes("x");
    expect(await counted("projects", "issues.spec.project")).toEqual(of(() => true));
    expect(await counted("projects", "issues.spec.project", "rows")).toEqual(of(closed));
    expect(await counted("projects", "issues(spec.tags=x).spec.project", "rows")).toEqual(
      of((issue) => closed(issue) && isX(issue)),
    );
    expect(await counted("projects", "issues.spec.project", "both")).toEqual(
      of((issue) => closed(issue) || isX(issue)),
    );
    expect(await counted("projects", "issues(spec.state=open).spec.project", "rows")).toEqual(of(() => false));
    expect(await counted("projects", "issues.spec.project", "blind")).toEqual({ status: 403 });
    expect(await counted("projects", "comments.spec.issue", "rows")).toEqual({ status: 403 });
    expect(await counted("projects", "issues.spec.project")).toEqual(of(() => true));
    expect(await counted("issues", "issues(spec.state=open).spec.blockedBy", "rows")).toMatchObject({ i0: 0, i4: 0 });
  });

  it("are not counted by what is hidden from the caller", async () => {
    const ask = (text: string) => list(`projects?size=9${including(`count(${text})`)}`, "hidden");
    expect(await ask("issues.spec.project")).toMatchObject({
      status: 400,
      errors: [
        {
          path: "include",
          code: "unknownReference",
          message: "there is no reference of issues to projects",
          column: 14,
        },
      ],
    });
    expect((await ask("issues(spec.tags=x).spec.project")).errors).toMatchObject([
      {
        path: "include",
        code: "unknownField",
        message: expect.stringContaining("spec.tags is not an index of issues"),
      },
      { code: "unknownReference" },
    ]);
  });

  it("are those of now, also while they are being deleted", async () => {
    const commentsOf = server.service.resource(commentModel);
    const of = async (text: string) => ((await counted("issues", text)) as { readonly i29: number }).i29;
    const [all, staying] = ["comments.spec.issue", "comments(!metadata.deletionTimestamp).spec.issue"] as const;
    const before = await of(all);
    await commentsOf.create({
      metadata: { name: "new", finalizers: ["example.com/wait"] },
      spec: { issue: "i29", text: "new" },
    });
    expect([await of(all), await of(staying)]).toEqual([before + 1, before + 1]);
    await commentsOf.delete("new");
    expect([await of(all), await of(staying)]).toEqual([before + 1, before]);
    await commentsOf.update("new", { metadata: { finalizers: [] } });
    expect(await of(all)).toBe(before);
  });

  it.each([
    [
      "issues.spec.title",
      "unknownReference",
      "spec.title is not a reference of issues to projects; there are spec.project",
      14,
    ],
    ["issues(spec.state=open).spec.blockedBy", "unknownReference", "spec.blockedBy is not a reference", 31],
    ["comments().spec.issue", "unknownReference", "there is no reference of comments to projects", 18],
    ["issues(spec.state=opne).spec.project", "enum", '"opne" is not a value of spec.state', 25],
    ["issues(spec.tag=x).spec.project", "unknownField", "spec.tag is not an index of issues", 14],
    ["issues(spec.project in projects().metadata.name).spec.project", "syntax", "within such a selection", 30],
    ["nothing.spec.project", "unknownResource", "nothing is not a resource of this service", 7],
    ["issues.example.org().spec.project", "unknownResource", "issues.example.org is not a resource", 7],
    ["issues", "syntax", 'expected "." and an index of issues, found the end', 13],
    ["issues.", "syntax", 'expected "." and an index of issues', 14],
    ["", "syntax", "expected the name of a resource, found the end", 7],
    ["issues(spec.project", "syntax", 'expected "," or ")"', 26],
    ["issues().spec.project)", "syntax", "expected the end", 28],
  ])("cannot be counted by %s", async (text, code, message, column) => {
    const answer = await list(`projects?size=9${including(`count(${text})`)}`);
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.errors).toEqual([{ path: "include", code, message: expect.stringContaining(message), column }]);
  });

  it("are counted for pages of at most 1,000 objects, by at most 10 counts", async () => {
    const one = including("count(issues.spec.project)");
    for (const query of [`projects?${one}`, `projects?size=0${one}`])
      expect(await list(query)).toMatchObject({ status: 400, errors: [{ path: "include", code: "needsSize" }] });
    expect(await list(`projects?watch=true${one}`)).toMatchObject({
      status: 400,
      errors: [{ code: "unknownParameter" }],
    });
    expect(await list(`projects?aggregate=count${one}`)).toMatchObject({
      status: 400,
      errors: [{ code: "exclusive" }],
    });
    expect(await list(`projects?size=9${including("count(issues.spec.project")}`)).toMatchObject({
      status: 400,
      errors: [{ path: "include", code: "syntax", message: 'expected ")" at the end', column: 26 }],
    });
    const several = (count: number): string =>
      including(...Array.from({ length: count }, (_, at) => `count(issues(metadata.name=i${at}).spec.project)`));
    expect(Object.keys((await list(`projects?size=9${several(10)}${several(10)}`)).counts ?? {})).toHaveLength(10);
    expect(await list(`projects?size=9${several(11)}`)).toMatchObject({
      status: 400,
      errors: [{ path: "include", code: "maximum", message: "may have at most 10 counts, not 11" }],
    });
    const large = (values: number): string =>
      including(
        `count(issues(metadata.name in (${Array.from({ length: values }, (_, at) => at).join(",")})).spec.project)`,
      );
    expect((await list(`projects?size=9${large(600)}`)).status).toBe(200);
    expect(await list(`projects?size=9${large(1001)}`)).toMatchObject({
      status: 400,
      errors: [{ path: "include", code: "syntax", message: expect.stringContaining("at most 1000 values") as string }],
    });
  });
});
