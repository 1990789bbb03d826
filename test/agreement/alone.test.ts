import { afterAll, beforeAll, expect, test } from "vitest";

import { defaultConfig } from "../../packages/generator/src/config/resolved-config.js";
import { typesEmitter } from "../../packages/generator/src/emit/types/emit-types.js";
import { validatorEmitter } from "../../packages/generator/src/emit/validator/emit-validator.js";
import { read } from "../../packages/generator/src/read/read.js";
import { alone } from "./cases/alone.js";
import { families } from "./cases/families.js";
import { type PlacedCase, placeCases } from "./harness/agreement-case.js";
import { modulePath, writePlugin } from "./harness/agreement-plugin.js";
import { withOwnNames } from "./harness/own-names.js";

/** Types of packages take long to read, and nobody else uses them. */
const isOwn = ({ declare = "", type, files }: PlacedCase): boolean =>
  files === undefined && !/import|declare global/.test(`${declare}${type}`);

const cases = placeCases({ alone, ...families })
  .filter((one) => isOwn(one) && (one.noJson ?? one.unsupported) === undefined)
  .slice(0, 320)
  .map(withOwnNames);

let plugin: ReturnType<typeof writePlugin>;
let together: ReadonlyMap<string, string>;

beforeAll(async () => {
  plugin = writePlugin(cases);
  together = await emitted(cases);
}, 120_000);

afterAll(() => plugin.dispose());

/** What is generated for each model, and said about it, by kind. */
async function emitted(models: readonly PlacedCase[]): Promise<ReadonlyMap<string, string>> {
  const { project, diagnostics } = await read(plugin.root, { ...defaultConfig, models: models.map(modulePath) });
  const files = [typesEmitter, validatorEmitter()].flatMap((emitter) =>
    emitter.emit(project, { outDir: "src/generated", prismaDir: "prisma" }),
  );
  return new Map(
    models.map(({ kind, folder }) => {
      const own = files.filter(({ model }) => model?.kind === kind).map(({ path, contents }) => `${path}\n${contents}`);
      const said = diagnostics.filter(({ span }) => span?.file.startsWith(`${folder}/`) === true);
      return [kind, [...own, ...said.map(({ code, message }) => `${code} ${message}`)].join("\n")];
    }),
  );
}

test("there are more than 300 models", () => expect(cases.length).toBeGreaterThan(300));

test.each(cases.map((one) => [one.id, one] as const))("%s is generated alone as beside all others", async (_, one) => {
  const [text] = [...(await emitted([one])).values()];
  expect(text).toContain("types.ts");
  expect(text).toBe(together.get(one.kind));
});
