import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dirname, "../../..");

/** Writes a plugin of `count` models of middling size, which finds cmgen's packages as if they were installed. */
export function writePlugin(folder, count, { prismaClient }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "src/models"), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["@cmgen", "@prisma", "cmgen"]) {
    symlinkSync(join(repository, "node_modules", name), join(folder, "node_modules", name));
  }
  writeFileSync(join(folder, "package.json"), '{ "name": "things", "version": "1.0.0", "type": "module" }\n');
  const config = `import { defineConfig } from "cmgen";\n\nexport default defineConfig({ prismaClient: ${prismaClient} });\n`;
  writeFileSync(join(folder, "cmgen.config.ts"), config);
  for (let number = 0; number < count; number += 1) {
    writeFileSync(join(folder, `src/models/thing${number}.ts`), declaration(`Thing${number}`));
  }
}

function declaration(kind) {
  const singular = kind.toLowerCase();
  return `import { defineModel, index, multiIndex, type Extension, type Integer, type Timestamp } from "@cmgen/model";

/** One part of a thing. */
export interface ${kind}Part {
  /** @maxLength 20 */
  label: string;
  weight?: number;
}

export interface ${kind}Spec {
  /** Full name. @maxLength 100 */
  name: string;
  /** @minimum 0 @maximum 150 */
  age?: Integer;
  gender?: "MALE" | "FEMALE";
  tags?: string[];
  madeAt?: Timestamp;
  parts: ${kind}Part[];
  extra?: Record<string, string>;
  choice: { type: "number"; value: number } | { type: "text"; text: string };
}

export interface ${kind}Status {
  phase?: "Pending" | "Ready";
}

export interface ${kind} extends Extension<${kind}Spec, ${kind}Status> {}

export default defineModel<${kind}>({
  group: "things.example.com",
  version: "v1",
  kind: "${kind}",
  plural: "${singular}s",
  singular: "${singular}",
  indexes: [
    index("spec.name", { unique: true }),
    index("spec.age", { order: "DESC" }),
    index("initial", (thing) => thing.spec.name[0] ?? null),
    multiIndex("spec.tags"),
  ],
});
`;
}
