import type { FileTree } from "../golden/harness/file-tree.js";

/** One release of a plugin of tickets, which changes one thing. */
export interface DeskRelease {
  readonly change: string;
  readonly files: FileTree;
  /** Files of the release before that are gone. */
  readonly gone?: readonly string[];
  /** What becomes of a process of the release before that still runs: it serves on, or answers 503. */
  readonly previous?: "serves on" | "is taken over";
}

const envelope = (version: string): string =>
  `group: "desk.example.com", version: "${version}", kind: "Ticket", plural: "tickets", singular: "ticket"`;

function ticket(spec: string, indexes: string, more = ""): FileTree {
  const text = `import { defineModel, index, type Extension, type Integer } from "@cmgen/model";
export interface TicketSpec {
  ${spec}
}
export interface Ticket extends Extension<TicketSpec> {}
export default defineModel<Ticket>({ ${envelope("v1alpha1")},
  indexes: [${indexes}],
  ${more}
});
`;
  return new Map([["src/models/v1alpha1.ts", text]]);
}

/** All steps ever, since a database may be behind all of them. */
const steps = {
  rename: `{ id: "assignee-to-owner", change: ({ spec: { assignee, ...spec } }) => ({ spec: { ...spec, owner: assignee } }) },`,
  retype: `{ id: "estimate-in-hours", change: ({ spec }) => ({
    spec: { ...spec, estimate: spec.estimate && Number.parseInt(spec.estimate, 10) },
  }) },`,
  split: `{ id: "owner-with-team", change: ({ spec: { owner, ...spec } }) => {
    const [name, team = "none"] = owner?.split("@") ?? [];
    return { spec: { ...spec, owner: name && { name, team } } };
  } },`,
  merge: `{ id: "one-reporter", change: ({ spec: { givenName, familyName, ...spec } }) => ({
    spec: { ...spec, reporter: [givenName, familyName].join(" ") },
  }) },`,
  narrow: `{ id: "short-titles", change: ({ spec }) => ({ spec: { ...spec, title: spec.title.slice(0, 20) } }) },`,
  remove: `{ id: "no-remark", change: ({ spec: { remark, ...spec } }) => ({ spec }) },`,
  require: `{ id: "state-of-estimate", change: ({ spec }) => ({
    spec: { ...spec, state: spec.estimate === 0 ? "DONE" : "OPEN" },
  }) },`,
};
const until = (last: keyof typeof steps): string => {
  const names = Object.keys(steps) as (keyof typeof steps)[];
  return `evolve: [${names
    .slice(0, names.indexOf(last) + 1)
    .map((name) => steps[name])
    .join("\n  ")}],`;
};

const long = "/** @maxLength 60 */ title: string;";
const short = "/** @maxLength 20 */ title: string;";
const text = "estimate?: string;";
const hours = "/** @minimum 0 */ estimate?: Integer;";
const names = "givenName: string; familyName: string;";
const priority = '/** @default "NORMAL" */ priority?: "NORMAL" | "HIGH";';
const parts = "owner?: { name: string; team: string };";
const state = 'state: "OPEN" | "DONE";';
const title = 'index("spec.title", { unique: true })';
const owner = `${title}, index("spec.owner.name")`;

const required = `${short} ${parts} ${hours} reporter: string; ${priority} ${state}`;

const v1 = (
  more: string,
  imports = "",
  others = "",
): string => `import { defineModel, index, type Extension, type Integer } from "@cmgen/model";
${imports}
export interface TicketV1Spec {
  /** @maxLength 20 */ summary: string; ${parts} /** @minimum 0 */ hours?: Integer; reporter: string; ${priority} ${state} tags?: string[];
}
export interface Ticket extends Extension<TicketV1Spec> {}
export default defineModel<Ticket${others}>({ ${envelope("v1")},
  indexes: [index("spec.summary", { unique: true }), index("spec.owner.name"), index("spec.state"), index("spec.tags")],
  ${more}
});
`;

const convert = `storage: true,
  convert: {
    from: { v1alpha1: ({ spec: { title, estimate, ...spec } }, stored) => ({
      spec: {
        ...spec, summary: title,
        ...(estimate !== undefined && { hours: estimate }),
        ...(stored?.spec.tags !== undefined && { tags: stored.spec.tags }),
      },
    }) },
    to: { v1alpha1: ({ spec: { summary, hours, tags, ...spec } }) => ({
      spec: { ...spec, title: summary, ...(hours !== undefined && { estimate: hours }) },
    }) },
  },`;

/** In their order; each continues the migrations of the one before. */
export const deskReleases: readonly DeskRelease[] = [
  {
    change: "is the first",
    files: ticket(`${long} assignee?: string; ${text} remark?: string; ${names}`, `${title}, index("spec.assignee")`),
  },
  {
    change: "adds a field",
    files: ticket(
      `${long} assignee?: string; ${text} remark?: string; ${names} ${priority}`,
      `${title}, index("spec.assignee")`,
    ),
    previous: "serves on",
  },
  {
    change: "renames a field",
    files: ticket(
      `${long} owner?: string; ${text} remark?: string; ${names} ${priority}`,
      `${title}, index("spec.owner")`,
      until("rename"),
    ),
  },
  {
    change: "changes a field's type",
    files: ticket(
      `${long} owner?: string; ${hours} remark?: string; ${names} ${priority}`,
      `${title}, index("spec.owner")`,
      until("retype"),
    ),
  },
  {
    change: "splits a field",
    files: ticket(`${long} ${parts} ${hours} remark?: string; ${names} ${priority}`, owner, until("split")),
    previous: "is taken over",
  },
  {
    change: "merges two fields",
    files: ticket(`${long} ${parts} ${hours} remark?: string; reporter: string; ${priority}`, owner, until("merge")),
  },
  {
    change: "narrows a constraint",
    files: ticket(`${short} ${parts} ${hours} remark?: string; reporter: string; ${priority}`, owner, until("narrow")),
  },
  {
    change: "removes a field",
    files: ticket(`${short} ${parts} ${hours} reporter: string; ${priority}`, owner, until("remove")),
  },
  {
    change: "requires a field",
    files: ticket(required, `${owner}, index("spec.state")`, until("require")),
  },
  {
    change: "has a new version",
    files: new Map([
      ...ticket(
        required,
        'index("spec.title", { unique: true, storedAs: "spec.summary" }), index("spec.owner.name"), index("spec.state")',
        `${until("require")} deprecated: "use v1",`,
      ),
      ["src/models/v1.ts", v1(convert, 'import type { Ticket as Old } from "./v1alpha1.js";', ", { v1alpha1: Old }")],
    ]),
    previous: "is taken over",
  },
  {
    change: "drops the old version",
    files: new Map([["src/models/v1.ts", v1("")]]),
    gone: ["src/models/v1alpha1.ts"],
  },
];
