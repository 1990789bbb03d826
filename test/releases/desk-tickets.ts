/** A ticket: the release that stores it, what it sends, and what has become of it once the last release has started. */
export interface DeskTicket {
  readonly name: string;
  readonly release: number;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly last: Readonly<Record<string, unknown>>;
}

const reported = { givenName: "Gil", familyName: "Fox" };
const reporter = "Gil Fox";
const open = { state: "OPEN", priority: "NORMAL", reporter };

/** Tickets of every release, with values that each later change is about. */
export const deskTickets: readonly DeskTicket[] = [
  {
    name: "first",
    release: 0,
    sent: {
      title: "A title that is longer than twenty",
      assignee: "ann@red",
      estimate: "3 hours",
      remark: "x",
      ...reported,
    },
    last: { summary: "A title that is long", owner: { name: "ann", team: "red" }, hours: 3, ...open },
  },
  {
    name: "bare",
    release: 0,
    sent: { title: "Bare", ...reported },
    last: { summary: "Bare", ...open },
  },
  {
    name: "added",
    release: 1,
    sent: { title: "Added", priority: "HIGH", estimate: "0 hours", ...reported },
    last: { summary: "Added", hours: 0, priority: "HIGH", state: "DONE", reporter },
  },
  {
    name: "renamed",
    release: 2,
    sent: { title: "Renamed", owner: "bob", remark: "y", ...reported },
    last: { summary: "Renamed", owner: { name: "bob", team: "none" }, ...open },
  },
  {
    name: "retyped",
    release: 3,
    sent: { title: "Retyped", owner: "cid@blue", estimate: 5, ...reported },
    last: { summary: "Retyped", owner: { name: "cid", team: "blue" }, hours: 5, ...open },
  },
  {
    name: "split",
    release: 4,
    sent: { title: "Split", owner: { name: "dan", team: "red" }, ...reported },
    last: { summary: "Split", owner: { name: "dan", team: "red" }, ...open },
  },
  {
    name: "merged",
    release: 5,
    sent: { title: "Merged, but with far too long a title", reporter: "Hal Ito" },
    last: { summary: "Merged, but with far", state: "OPEN", priority: "NORMAL", reporter: "Hal Ito" },
  },
  {
    name: "narrowed",
    release: 6,
    sent: { title: "Narrowed", remark: "z", reporter },
    last: { summary: "Narrowed", ...open },
  },
  {
    name: "removed",
    release: 7,
    sent: { title: "Removed", estimate: 0, reporter },
    last: { summary: "Removed", hours: 0, state: "DONE", priority: "NORMAL", reporter },
  },
  {
    name: "required",
    release: 8,
    sent: { title: "Required", state: "DONE", reporter },
    last: { summary: "Required", state: "DONE", priority: "NORMAL", reporter },
  },
  {
    name: "versioned",
    release: 9,
    sent: { summary: "Versioned", state: "OPEN", tags: ["new"], reporter },
    last: { summary: "Versioned", tags: ["new"], ...open },
  },
  {
    name: "alone",
    release: 10,
    sent: { summary: "Alone", state: "OPEN", reporter },
    last: { summary: "Alone", ...open },
  },
];
