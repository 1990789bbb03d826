import type { FileTree } from "../golden/harness/file-tree.js";

/** What one release of a plugin of tickets and boards does otherwise than the one before it. */
export interface BoardRelease {
  readonly change: string;
  readonly files: FileTree;
  /** Whether its migrations are applied by a job, before its first process starts. */
  readonly hasJob?: true;
}

/** What may differ between releases. */
interface Parts {
  /** The body of the function of the index `lane`, by which a ticket is found. */
  readonly lane: string;
  /** Fields that tickets have besides those that writers send. */
  readonly fields?: string;
  readonly indexes?: string;
  readonly evolve?: string;
  /** Which board a ticket is on. */
  readonly board: "board" | "team";
}

const ticketDeclaration = ({ lane, fields = "", indexes = "", evolve = "" }: Parts): string => `
import { defineModel, index, type Extension, type Integer } from "@cmgen/model";
export interface TicketSpec {
  count: Integer;
  board: string;
  team: string;
  ${fields}
}
export interface Ticket extends Extension<TicketSpec> {}
const laneOf = (count: number): string => ${lane};
export default defineModel<Ticket>({
  group: "desk.example.com", version: "v1", kind: "Ticket", plural: "tickets", singular: "ticket",
  indexes: [index("spec.board"), index("spec.team"), index({ name: "lane", value: (ticket) => laneOf(ticket.spec.count) }), ${indexes}],
  ${evolve}
});
`;

const boardDeclaration = `
import { defineModel, type Extension } from "@cmgen/model";
export interface BoardSpec {
  title: string;
}
export interface BoardStatus {
  tickets: string;
}
export interface Board extends Extension<BoardSpec, BoardStatus> {}
export default defineModel<Board>({
  group: "desk.example.com", version: "v1", kind: "Board", plural: "boards", singular: "board",
});
`;

/** Writes into a board's status which tickets are on it, each with its count. */
const controller = ({ board }: Parts): string => `
import { defineController } from "@cmgen/runtime";
import { boardModel, ticketModel } from "../generated/v1/models.js";
export default defineController({
  name: "boards",
  model: boardModel,
  watches: [{ model: ticketModel, key: (ticket) => ticket.spec.${board} }],
  async reconcile({ object: { metadata: { name } }, resource }) {
    const { items } = await resource(ticketModel).list({ where: { "spec.${board}": name }, sort: ["metadata.name"] });
    const tickets = items.map((ticket) => ticket.metadata.name + "=" + ticket.spec.count).join(" ");
    await resource(boardModel).status.update(name, () => ({ tickets }));
  },
});
`;

const filesOf = (parts: Parts): FileTree =>
  new Map([
    ["src/models/ticket.ts", ticketDeclaration(parts)],
    ["src/models/board.ts", boardDeclaration],
    ["src/controllers/boards.ts", controller(parts)],
  ]);

const first: Parts = { lane: 'count % 2 === 0 ? "even" : "odd"', board: "board" };
/** The index's own arrow is as it was: what it calls has changed. */
const byThree: Parts = { ...first, lane: 'count % 3 === 0 ? "even" : "odd"' };
const evolved: Parts = {
  ...byThree,
  fields: "times?: Integer;",
  evolve: `evolve: [{ id: "count-times", change: ({ spec }) => ({ spec: { ...spec, times: (spec.times ?? 0) + 1 } }) }],`,
};
const migrated: Parts = { ...evolved, indexes: 'index("spec.times")' };

/** In their order. The first one is what is there before any update, and comes once more as an update that changes nothing. */
export const boardReleases: readonly BoardRelease[] = [
  { change: "nothing", files: filesOf(first) },
  { change: "a function that an index calls", files: filesOf(byThree) },
  { change: "an evolve step", files: filesOf(evolved) },
  { change: "a migration that a job applies", files: filesOf(migrated), hasJob: true },
  { change: "the keys that a controller watches", files: filesOf({ ...migrated, board: "team" }) },
];
