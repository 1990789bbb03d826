import type { CaseFamily } from "../harness/agreement-case.js";

/** Interfaces of which each may hold every other. */
function graph(size: number): string {
  const names = Array.from({ length: size }, (_, at) => at);
  const members = names.map((at) => `to${at}?: T${at}`).join("; ");
  return names.map((at) => `export interface T${at} { name: string; ${members} }`).join("\n");
}

/** Types that the author has from a package and cannot change. */
export const otherPackages: CaseFamily = {
  "what another package leaves open, behind a tag": {
    files: {
      "node_modules/open-package/package.json": `{ "name": "open-package", "version": "1.0.0", "types": "index.d.ts" }`,
      "node_modules/open-package/index.d.ts": `export interface Event { id: string; source: Source; detail: unknown } export interface Source { name: string; extra?: Record<string, any>; raw?: object }`,
    },
    declare: `import type { Event } from "open-package"; interface Tagged {\n  /** @additionalProperties */\n  event: Event;\n}`,
    type: "Tagged",
    accepts: [
      { event: { id: "x", source: { name: "y" }, detail: [1, { a: null }] } },
      { event: { id: "x", source: { name: "y", extra: { a: 1 }, raw: {} }, detail: "z" } },
    ],
    refuses: [
      { event: { id: "x", source: {}, detail: 1 } },
      { event: { id: 1, source: { name: "y" }, detail: 1 } },
      { event: { id: "x", source: { name: "y", extra: 1 }, detail: 1 } },
    ],
    stricter: [{ event: { id: "x", source: { name: "y", raw: [] }, detail: 1 } }],
  },
  "what another package leaves open": {
    declare: `import type { Event } from "open-package";`,
    type: "Event",
    noJson: "CM3005",
  },
  "types of a package that hold one another": {
    files: {
      "node_modules/graph-package/package.json": `{ "name": "graph-package", "version": "1.0.0", "types": "index.d.ts" }`,
      "node_modules/graph-package/index.d.ts": graph(40),
    },
    declare: `import type { T0 } from "graph-package";`,
    type: "T0",
    accepts: [{ name: "x" }, { name: "x", to1: { name: "y", to39: { name: "z" } } }],
    refuses: [{ name: "x", to1: {} }, { to1: { name: "x" } }],
  },
  "instances of one generic type with arguments of different namespaces": {
    files: {
      "node_modules/pay-package/package.json": `{ "name": "pay-package", "version": "1.0.0", "types": "index.d.ts" }`,
      "node_modules/pay-package/index.d.ts": `export type Emptyable<T> = T | ""; export namespace Pay { interface Options { card?: Emptyable<Card.Usage>; bank?: Emptyable<Bank.Usage> } namespace Card { type Usage = "on" | "off" } namespace Bank { type Usage = "now" | "later" } }`,
    },
    declare: `import type { Pay } from "pay-package";`,
    type: "Pay.Options",
    accepts: [
      { card: "on", bank: "later" },
      { card: "", bank: "" },
    ],
    refuses: [{ card: "now" }, { bank: "on" }],
  },
};
