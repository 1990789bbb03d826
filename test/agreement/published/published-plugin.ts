import { emitPrismaClient } from "../../../packages/generator/src/emit/prisma/emit-prisma-client.js";
import type { PlacedCase } from "../harness/agreement-case.js";
import type { PublishedType } from "./published-types.js";

const compilerOptions = {
  target: "ES2023",
  lib: ["ES2023", "DOM"],
  module: "NodeNext",
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: ["har-format", "spotify-api"],
};

/** What a plugin has beside its models. */
export const projectFiles: readonly (readonly [string, string])[] = [
  ["package.json", JSON.stringify({ name: "things", version: "1.0.0", private: true, type: "module" })],
  ["tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] })],
];

/** A module that declares a model of a kind, whose spec has the published type as its `value`. */
export function publishedModule(
  { declare = "", type, isOpen = false }: PublishedType,
  { kind, version = "v1" }: { readonly kind: string; readonly version?: string },
): string {
  const singular = kind.toLowerCase();
  return `import { defineModel, type Extension } from "@cmgen/model";
${declare}

export interface ${kind}Spec {
  ${isOpen ? "/** @additionalProperties */" : ""}
  value: ${type};
}

export interface ${kind} extends Extension<${kind}Spec> {}

export default defineModel<${kind}>({
  group: "things.example.com", version: "${version}", kind: "${kind}", plural: "${singular}s", singular: "${singular}",
});
`;
}

/** The Prisma Client that a type is of, in the folder beside that of the model. */
export async function clientFiles({ prisma }: PublishedType, folder: string): Promise<readonly [string, string][]> {
  if (prisma === undefined) return [];
  const files = await emitPrismaClient({
    schema: prisma,
    provider: "sqlite",
    prismaClientDir: `${folder}/prisma-client`,
  });
  return files.map(({ path, contents }) => [path, contents]);
}

/** The published type as a case beside others, in a folder that nothing else is in. */
export function placed(name: string, published: PublishedType, at: number): PlacedCase {
  const { declare = "", type } = published;
  return { id: `published/${name}`, kind: `Published${at}`, folder: `src/published/${name}/models`, declare, type };
}
