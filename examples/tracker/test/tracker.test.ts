import { ApiProblem } from "@cmgen/client";
import { defineSchedule, silentLog, startServer } from "@cmgen/runtime";
import { plugin } from "@cmgen-examples/tracker";
import * as client from "@cmgen-examples/tracker/client";
import overdue from "@cmgen-examples/tracker/schedules/overdue";
import { afterAll, expect, test } from "vitest";

const schedules = [defineSchedule({ name: "overdue", every: "1s", run: overdue.run })];
const setup = { root: plugin.root, port: 0, databaseUrl: ":memory:", log: silentLog };
const server = await startServer({ plugins: [{ ...plugin, schedules }], ...setup });
await server.started;
afterAll(() => server.close());

const at = { baseUrl: server.url };
const projects = client.createProjectsClient(at);
const issues = client.createIssuesClient(at);
const comments = client.createCommentsClient(at);
const soon = { timeout: 10_000 }; // What controllers and schedules do takes a moment.

const addIssue = (name: string, spec = {}) =>
  issues.create({ metadata: { name }, spec: { title: `Issue ${name}`, project: "website", ...spec } });
const addComment = (name: string, issue: string, text: string) =>
  comments.create({ metadata: { name }, spec: { issue, text } });

/** Why a request is refused: the code of the answer, then the place of each cause. */
async function refusal(request: Promise<unknown>): Promise<readonly string[]> {
  const problem: unknown = await request.catch((error: unknown) => error);
  if (!(problem instanceof ApiProblem)) throw new Error("The request was not refused.");
  return [problem.code, ...problem.errors.map(({ path }) => path)];
}

test("starts with the project and the issue of extensions/, and counts it", async () => {
  expect((await issues.list({ where: { "spec.tags": "bug" } })).items).toHaveLength(1);
  await expect.poll(async () => (await projects.get("website")).status, soon).toEqual({ open: 1, closed: 0 });
});

test("an issue is in a project that exists, and keeps it from being deleted", async () => {
  expect(await refusal(addIssue("lost", { project: "nowhere" }))).toEqual(["Invalid", "/spec/project"]);
  expect(await refusal(projects.delete("website"))).toEqual(["Referenced"]);
});

test("a comment is trimmed, and deleted with its issue", async () => {
  await addIssue("talk");
  expect((await addComment("me-too", "talk", "  Me too \n")).spec.text).toBe("Me too");
  await issues.delete("talk");
  await expect.poll(() => comments.exists("me-too"), soon).toBe(false);
});

test("an issue is closed with a reason, and takes no comments then", async () => {
  await projects.create({ metadata: { name: "app" }, spec: { title: "The app" } });
  await addIssue("crash", { project: "app", tags: ["bug"] });
  await addIssue("icon", { project: "app" });
  const { post } = client.createUserCenterApiClient(at);
  const close = (reason: string) => post("/issues/{name}/closing", { params: { name: "crash" }, body: { reason } });
  expect(await refusal(close(""))).toEqual(["Invalid", "/reason"]);
  expect((await comments.get((await close("Fixed")).comment)).spec.text).toBe("Fixed");
  expect(await refusal(addComment("late", "crash", "Not for me"))).toEqual(["Invalid", "/spec/issue"]);
  await expect.poll(async () => (await projects.get("app")).status, soon).toEqual({ open: 1, closed: 1 });
  const board = { params: { name: "app" }, query: { tag: "bug" } };
  const bugs = await client.createConsoleApiClient(at).get("/projects/{name}/board", board);
  expect(bugs).toEqual({ open: [], closed: ["Issue crash"] });
});

test("an open issue past its due date is labelled", async () => {
  await addIssue("next", { due: "2999-01-01T00:00:00Z" });
  await addIssue("late", { due: "2020-01-01T00:00:00Z" });
  const labels = { "tracker.example.com/overdue": "true" };
  const labelled = async () => (await issues.list({ labels })).items.map(({ metadata }) => metadata.name);
  await expect.poll(labelled, soon).toEqual(["late"]);
});
