import { expect, test } from "vitest";

import { bare, moduleOf, problemsIn, readFiles } from "../plugin.test.fixture.js";

const node = `
  declare namespace NodeJS { interface Dict { [key: string]: string } }
  declare function hostSize(): { cores: number };
  interface ImportMeta { dirname: string }
  declare module "node:geo" { export interface Point { x: number } }`;

function readBeside(spec: string, declarations = ""): ReturnType<typeof readFiles> {
  return readFiles({
    "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "types": ["node"] } }',
    "node_modules/@types/node/package.json": '{ "name": "@types/node", "version": "20.0.0", "types": "index.d.ts" }',
    "node_modules/@types/node/index.d.ts": node,
    "src/models/thing.ts": moduleOf(spec, declarations),
  });
}

test.each([
  ["{ a: NodeJS.Dict }", "declare global { namespace NodeJS { interface Dict { b: string } } }", true],
  ["{ a: NodeJS.Dict }", "", true],
  ["{ a: Point }", 'import type { Point } from "node:geo";', true],
  ["{ a: import('node:geo').Point }", "", true],
  ["{ a: typeof size }", "const size = hostSize();", true],
  ["{ a: typeof folder }", "const folder = import.meta.dirname;", true],
  ["{ a: string; b?: Pick<{ c: number }, 'c'> }", "const { length: size } = [1]; type Pair = [first: string];", false],
])("%s beside `%s`", (spec, declarations, isNeeded) => {
  const { inputs, ...result } = readBeside(spec, declarations);
  const isRead = [...inputs.keys()].some((path) => path.endsWith("@types/node/index.d.ts"));
  expect(isRead).toBe(isNeeded);
  expect(problemsIn(result)).toEqual([]);
  expect(JSON.stringify(bare(result.project.models[0]?.spec?.type))).toContain('"name":"a"');
});
