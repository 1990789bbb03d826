import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import {
  type Authenticator,
  type Authorizer,
  type RunningServer,
  silentLog,
  startServer,
  valuesOf,
} from "@cmgen/runtime";
import type { PluginAccess } from "@cmgen/runtime/codegen";
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
  readonly due?: string;
}

interface Comment {
  readonly name: string;
  readonly issue: string;
}

const projects = ["p0", "p1", "p2"];
const issues: readonly Issue[] = Array.from({ length: 40 }, (_, at) => ({
  name: `i${at}`,
  project: `p${at % 3}`,
  state: at % 4 === 0 ? "closed" : "open",
  tags: ["i1", "p1", "x"].filter((_tag, place) => ((at >> place) & 1) === 1),
  ...(at % 3 !== 1 && { due: `2030-01-0${1 + (at % 5)}T00:00:00Z` }),
  blockedBy: at < 3 || at % 5 !== 0 ? [] : [`i${at - 1}`, `i${at % 3}`],
}));
const comments: readonly Comment[] = Array.from({ length: 25 }, (_, at) => ({
  name: `c${at}`,
  issue: `i${(at * 7) % 30}`,
}));

/** A condition on issues and how a plain scan decides it. */
interface Condition {
  readonly selector: string;
  readonly holds: (issue: Issue) => boolean;
}

const issueTerms: readonly Condition[] = [
  { selector: "spec.state=open", holds: ({ state }) => state === "open" },
  { selector: "spec.state!=open", holds: ({ state }) => state !== "open" },
  { selector: "spec.tags=x", holds: ({ tags }) => tags.includes("x") },
  { selector: "spec.tags notin (x,i1)", holds: ({ tags }) => !tags.includes("x") && !tags.includes("i1") },
  { selector: "!spec.blockedBy", holds: ({ blockedBy }) => blockedBy.length === 0 },
  { selector: "spec.project in (p0,p1)", holds: ({ project }) => project !== "p2" },
  {
    selector: "(spec.project=p1|spec.state=closed)",
    holds: ({ project, state }) => project === "p1" || state === "closed",
  },
  { selector: "metadata.name^=i1", holds: ({ name }) => name.startsWith("i1") },
];

/** The fields of issues whose values are strings, as a list of values. */
const fields: Readonly<Record<string, (issue: Issue) => readonly string[]>> = {
  "metadata.name": ({ name }) => [name],
  "spec.project": ({ project }) => [project],
  "spec.tags": ({ tags }) => tags,
  "spec.blockedBy": ({ blockedBy }) => blockedBy,
  // Of these some issues have none.
  "spec.due": ({ due }) => (due === undefined ? [] : [due]),
};
const texts = fc.constantFrom(...Object.keys(fields).filter((name) => name !== "spec.due"));
const fieldPair = fc.oneof(fc.tuple(texts, texts), fc.constant(["spec.due", "spec.due"] as const));

const innerTerms = fc.uniqueArray(fc.constantFrom(...issueTerms), { maxLength: 2 });

const ofIssues = fc
  .record({ pair: fieldPair, terms: innerTerms, isIn: fc.boolean() })
  .map(({ pair: [field, of], terms, isIn }): Condition => {
    const valuesIn = (name: string) => fields[name] ?? (() => []);
    const values = new Set(issues.filter((issue) => terms.every(({ holds }) => holds(issue))).flatMap(valuesIn(of)));
    return {
      selector: `${field} ${isIn ? "in" : "notin"} issues(${terms.map(({ selector }) => selector).join(",")}).${of}`,
      holds: (issue) => valuesIn(field)(issue).some((value) => values.has(value)) === isIn,
    };
  });
const ofComments = fc
  .record({ names: fc.subarray(comments.map(({ name }) => name)), isIn: fc.boolean() })
  .map(({ names, isIn }): Condition => {
    const commented = new Set(comments.filter(({ name }) => names.includes(name)).map(({ issue }) => issue));
    return {
      selector: `metadata.name ${isIn ? "in" : "notin"} comments(metadata.name in (${names.join(",")})).spec.issue`,
      holds: ({ name }) => commented.has(name) === isIn,
    };
  });
const condition = fc.oneof(ofIssues, ofComments, fc.constantFrom(...issueTerms));
const alternatives = fc.array(condition, { minLength: 1, maxLength: 3 }).map((of): Condition => ({
  selector: `(${of.map(({ selector }) => selector.replace(/^\((.*)\)$/, "$1")).join("|")})`,
  holds: (issue) => of.some(({ holds }) => holds(issue)),
}));

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
      blind: { resources: { projects: { verbs: read } } },
      hidden: { resources: { projects: { verbs: read }, issues: { verbs: read, hidden: ["spec.tags"] } } },
    },
    bindings: Object.fromEntries(["admin", "rows", "blind", "hidden"].map((role) => [role, { users: [role] }])),
  },
};

async function startTracker(database: "sqlite" | "postgresql"): Promise<RunningServer> {
  const served = { ...plugin, manifests: false as const, controllers: [], hooks: [], schedules: [], access };
  const databaseUrl = database === "sqlite" ? "file::memory:" : await createDatabase();
  return startServer({ plugins: [served], root: plugin.root, host: "127.0.0.1", port: 0, databaseUrl, log: silentLog });
}

interface Answer {
  readonly total: number;
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
  readonly errors?: readonly object[];
  readonly detail?: string;
}

it("mistakes in a selection of other objects are told only to those whom the authorizer lets list them", async () => {
  const authorizer: Authorizer = ({ resource }) =>
    resource === "issues" ? { decision: "forbidden" } : { decision: "allow" };
  const plain = { ...plugin, manifests: false as const, controllers: [], hooks: [], schedules: [] };
  const options = { plugins: [plain], root: plugin.root, port: 0, databaseUrl: "file::memory:", log: silentLog };
  const server = await startServer({ ...options, authorizer });
  await server.started;
  const selector = encodeURIComponent("metadata.name in issues(spec.x=1).spec.tags");
  for (const query of ["", "&aggregate=count"]) {
    const response = await fetch(`${server.url}${base}/projects?fieldSelector=${selector}${query}`);
    expect([response.status, await response.text()]).toEqual([403, expect.not.stringContaining("spec.project")]);
  }
  await server.close();
});

describe.each(databases)("objects selected by the values of others, on %s", (database) => {
  let server: RunningServer;
  const list = async (query: string, as = "admin"): Promise<Answer & { readonly status: number }> => {
    const response = await fetch(`${server.url}${base}/${query}`, { headers: { authorization: `Test ${as}` } });
    return { status: response.status, ...((await response.json()) as Answer) };
  };
  const names = async (plural: string, selector: string, rest = "", as?: string): Promise<string> => {
    const answer = await list(`${plural}?sort=metadata.name&fieldSelector=${encodeURIComponent(selector)}${rest}`, as);
    expect([selector, answer.status, answer.detail]).toEqual([selector, 200, undefined]);
    const found = answer.items.map(({ metadata: { name } }) => name);
    if (rest === "") expect(answer.total).toBe(found.length);
    return found.join(" ");
  };

  beforeAll(async () => {
    server = await startTracker(database);
    await server.started;
    const [projectsOf, issuesOf, commentsOf] = [projectModel, issueModel, commentModel].map((model) =>
      server.service.resource(model as never),
    ) as unknown as readonly { create(object: object): Promise<unknown> }[];
    for (const name of projects) await projectsOf?.create({ metadata: { name }, spec: { title: name } });
    for (const { name, ...spec } of issues)
      await issuesOf?.create({ metadata: { name }, spec: { ...spec, title: name } });
    for (const { name, issue } of comments)
      await commentsOf?.create({ metadata: { name }, spec: { issue, text: name } });
  });
  afterAll(() => server.close());

  it("are those that a plain scan finds", async () => {
    const conditions = fc.array(fc.oneof(condition, alternatives), { minLength: 1, maxLength: 3 });
    const windows = fc.constantFrom("", "&page=1&size=50&total=none", "&limit=50");
    await fc.assert(
      fc.asyncProperty(conditions, windows, async (asked, rest) => {
        const expected = issues.filter((issue) => asked.every(({ holds }) => holds(issue))).map(({ name }) => name);
        const selector = asked.map((each) => each.selector).join(",");
        expect(await names("issues", selector, rest)).toBe(expected.toSorted().join(" "));
      }),
      { numRuns: randomCases(150) },
    );
  });

  it("are counted in groups as a plain scan counts them", async () => {
    const conditions = fc.array(fc.oneof(condition, alternatives), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(conditions, async (asked) => {
        const found = issues.filter((issue) => asked.every(({ holds }) => holds(issue)));
        const selector = encodeURIComponent(asked.map((each) => each.selector).join(","));
        const answer = await list(`issues?aggregate=count&groupBy=spec.project&fieldSelector=${selector}`);
        const counts = projects.map((project) => found.filter((issue) => issue.project === project).length);
        expect(answer).toMatchObject({
          groups: projects.flatMap((project, at) =>
            counts[at] === 0 ? [] : [{ by: { "spec.project": project }, count: counts[at] }],
          ),
        });
      }),
      { numRuns: randomCases(100) },
    );
  });

  it("are those of now, whatever was written since they were asked for", async () => {
    const [issueOf, commentOf] = [server.service.resource(issueModel), server.service.resource(commentModel)];
    const states = new Map(issues.map(({ name, state }) => [name, state]));
    const commented = new Map(comments.map(({ name, issue }) => [name, issue]));
    const nameOf = (at: number): string => `i${at % issues.length}`;
    const changes = fc.oneof(
      fc.record({ issue: fc.nat(39), state: fc.constantFrom("open" as const, "closed" as const) }),
      fc.record({ comment: fc.nat(24), issue: fc.nat(39) }),
      fc.constant(undefined),
    );
    const windows = fc.constantFrom("", "&page=1&size=50", "&page=1&size=50&total=none", "&limit=50");
    /** Makes a comment on an issue, or removes the one there is. */
    const comment = async (name: string, issue: string | undefined): Promise<void> => {
      if (commented.delete(name)) await commentOf.delete(name);
      else if (issue !== undefined) {
        await commentOf.create({ metadata: { name }, spec: { issue, text: name } });
        commented.set(name, issue);
      }
    };
    const isClosed = (name: string): boolean => states.get(name) === "closed";
    const expectAll = async (rest: string): Promise<void> => {
      const closed = issues.filter(({ name }) => isClosed(name));
      const withComment = [...new Set(commented.values())].toSorted();
      expect(await names("issues", "metadata.name in comments().spec.issue", rest)).toBe(withComment.join(" "));
      const open = issues.filter(({ name }) => !isClosed(name)).map(({ name }) => name);
      const others = "metadata.name notin issues(spec.state=closed).metadata.name";
      expect(await names("issues", others, rest)).toBe(open.toSorted().join(" "));
      const left = projects.filter((project) => !closed.some((issue) => issue.project === project));
      expect(await names("projects", "metadata.name notin issues(spec.state=closed).spec.project", rest)).toBe(
        left.join(" "),
      );
    };
    for (const { name } of issues.filter(({ project }) => project === "p2")) {
      await issueOf.update(name, { spec: { state: "open" } });
      states.set(name, "open");
    }
    await fc.assert(
      fc.asyncProperty(changes, windows, async (change, rest) => {
        if (change !== undefined && "state" in change) {
          await issueOf.update(nameOf(change.issue), { spec: { state: change.state } });
          states.set(nameOf(change.issue), change.state);
        } else if (change !== undefined) {
          await comment(`c${change.comment}`, nameOf(change.issue));
        }
        await expectAll(rest);
      }),
      { numRuns: randomCases(60) },
    );
    for (const { name, state } of issues)
      await issueOf.update(name, { spec: { state: state === "closed" ? "closed" : "open" } });
    for (const { name, issue } of comments) {
      await comment(name, undefined);
      await comment(name, issue);
    }
  });

  it("are found again after each change of the other objects", async () => {
    const selector = "metadata.name in issues(spec.state=closed,metadata.name=i0).spec.project";
    const issue = server.service.resource(issueModel);
    expect(await names("projects", selector)).toBe("p0");
    expect(await names("projects", selector)).toBe("p0");
    await issue.update("i0", { spec: { state: "open" } });
    expect(await names("projects", selector)).toBe("");
    await issue.update("i0", { spec: { state: "closed" } });
    expect(await names("projects", selector)).toBe("p0");
  });

  it("come in pages that go on", async () => {
    const selector = encodeURIComponent("spec.project in issues(spec.tags=x).spec.project");
    const found: string[] = [];
    let next = "";
    do {
      const answer = await list(`issues?limit=7&fieldSelector=${selector}${next}`);
      found.push(...answer.items.map(({ metadata: { name } }) => name));
      const token = (answer as unknown as { metadata: { continue?: string } }).metadata.continue;
      next = token === undefined ? "" : `&continue=${token}`;
    } while (next !== "");
    expect(found.toSorted()).toEqual(issues.map(({ name }) => name).toSorted());
  });

  it("are found by the plugin's own code, and counted", async () => {
    const [issuesOf, commentsOf] = [server.service.resource(issueModel), server.service.resource(commentModel)];
    const where = {
      "spec.state": "closed",
      "metadata.name": { in: valuesOf(commentsOf, "spec.issue", { "metadata.name": { startsWith: "c1" } }) },
    } as const;
    const commented = new Set(comments.filter(({ name }) => name.startsWith("c1")).map(({ issue }) => issue));
    const expected = issues.filter(({ name, state }) => state === "closed" && commented.has(name));
    const { items } = await issuesOf.list({ where });
    expect(items.map(({ metadata }) => metadata.name).toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
    expect(await issuesOf.count({ where })).toBe(expected.length);
    expect((await issuesOf.aggregate({ where })).groups).toEqual([{ by: {}, count: expected.length }]);
    await expect(issuesOf.deleteMany({ where })).rejects.toThrow("in lists and counts only");
  });

  it("are of what the caller may see of the others", async () => {
    const selector = "metadata.name in issues(metadata.name in (i0,i1)).spec.project";
    expect(await names("projects", selector)).toBe("p0 p1");
    expect(await names("projects", selector, "", "rows")).toBe("p0");
    expect(
      await names("projects", "metadata.name notin issues(metadata.name in (i0,i1)).spec.project", "", "rows"),
    ).toBe("p1 p2");
    expect(await list(`projects?fieldSelector=${encodeURIComponent(selector)}`, "blind")).toMatchObject({
      status: 403,
    });
    const counted = `projects?aggregate=count&fieldSelector=${encodeURIComponent(selector)}`;
    expect(await list(counted)).toMatchObject({ groups: [{ count: 2 }] });
    expect(await list(counted, "rows")).toMatchObject({ groups: [{ count: 1 }] });
    expect(await list(counted, "blind")).toMatchObject({ status: 403 });
    // What somebody else was answered is not what this caller is.
    expect(await names("projects", selector)).toBe("p0 p1");
    for (const hidden of ["issues(spec.tags=x).spec.project", "issues().spec.tags"])
      expect(
        await list(`projects?fieldSelector=${encodeURIComponent(`metadata.name in ${hidden}`)}`, "hidden"),
      ).toMatchObject({
        status: 400,
        errors: [
          { path: "fieldSelector", code: "unknownField", message: expect.stringContaining("not an index of issues") },
        ],
      });
  });

  it.each([
    ["metadata.name in nothing(a=1).b", "unknownResource", "nothing is not a resource of this service", 18],
    ["metadata.name in isues().spec.tags", "unknownResource", "of this service. Did you mean issues?", 18],
    ["metadata.name in issues.example.org().spec.tags", "unknownResource", "issues.example.org is not a resource", 18],
    ["metadata.name in issues(spec.tag=x).spec.tags", "unknownField", "spec.tag is not an index of issues", 25],
    ["metadata.name in issues(spec.due=x).spec.tags", "type", "is not a timestamp", 34],
    ["metadata.name in issues().spec.title", "unknownField", "spec.title is not an index of issues", 27],
    ["metadata.name in issues().spec.due", "type", "spec.due of issues is", 27],
    [
      "metadata.name in issues(spec.project in projects().metadata.name).spec.tags",
      "syntax",
      "within such a selection",
      41,
    ],
    ["metadata.name in issues().", "syntax", "expected a key", 27],
    ["metadata.name in issues spec", "syntax", 'expected "(" after in, found "issues"', 18],
    ["metadata.name in issues(", "syntax", "expected a key", 25],
    ["metadata.name in issues()", "syntax", 'expected "." and an index of issues', 26],
  ])("are refused where the selector is wrong: %s", async (selector, code, message, column) => {
    const answer = await list(`projects?fieldSelector=${encodeURIComponent(selector)}`);
    expect(answer.errors).toEqual([{ path: "fieldSelector", code, message: expect.stringContaining(message), column }]);
  });

  it("are refused with the indexes of the resource in which the mistake is", async () => {
    const indexes = async (selector: string): Promise<readonly string[] | undefined> => {
      const answer = await list(`projects?fieldSelector=${encodeURIComponent(selector)}`);
      return (answer as { indexes?: readonly string[] }).indexes;
    };
    const [own, others] = [await indexes("spec.x=1"), await indexes("metadata.name in issues(spec.x=1).spec.tags")];
    expect(own).not.toContain("spec.project");
    expect(others).toContain("spec.project");
    expect(await indexes("metadata.name in issues().spec.x")).toEqual(others);
    expect(await indexes("metadata.name in issues(spec.x=1).spec.tags,spec.x=1")).toEqual(others);
    expect(await indexes("spec.x=1,metadata.name in issues(spec.x=1).spec.tags")).toEqual(own);
  });

  it("are not named to those who may not list them", async () => {
    const message = async (as: string): Promise<string | undefined> =>
      (await list(`projects?fieldSelector=${encodeURIComponent("metadata.name in isues().spec.tags")}`, as)).detail;
    expect(await message("rows")).toContain("Did you mean issues?");
    expect(await message("blind")).not.toContain("issues");
  });

  it("cannot be watched, nor deleted together", async () => {
    const selector = encodeURIComponent("metadata.name in issues().spec.project");
    const answer = await list(`projects?watch=true&fieldSelector=${selector}`);
    expect(answer).toMatchObject({ status: 400, errors: [{ code: "operator", column: 1 }] });
    const response = await fetch(`${server.url}${base}/projects?fieldSelector=${selector}`, {
      method: "DELETE",
      headers: { authorization: "Test admin" },
    });
    expect(response.status).toBe(400);
  });
});
