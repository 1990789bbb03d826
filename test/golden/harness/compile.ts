import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";

import { isNight } from "../../tier.js";
import type { GoldenCase } from "./golden-case.js";

const require = createRequire(import.meta.url);

/** The compilers generated code must pass, by the names they are installed under. */
const compilers = { "5.9": "typescript-5.9", "6.0": "typescript-6.0", "7.0": "typescript" } as const;

/** Both ways in which a plugin, or the page that bundles its client, may find modules. */
const resolutions = {
  nodenext: { module: "NodeNext", moduleResolution: "NodeNext" },
  bundler: { module: "ESNext", moduleResolution: "Bundler" },
} as const;

const strict = {
  target: "ES2023",
  lib: ["ES2023"],
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
  forceConsistentCasingInFileNames: true,
};

export interface Compilation {
  readonly compiler: keyof typeof compilers;
  readonly resolution: keyof typeof resolutions;
  /** Below the folder that it is run in; by default only {@link emitting} writes, and that is {@link emitFolder}. */
  readonly emitTo?: string;
}

/** What is needed of a case to compile it. */
type CompiledCase = Pick<GoldenCase, "name" | "input">;

const olderCompilations = [
  { compiler: "5.9", resolution: "bundler" },
  { compiler: "6.0", resolution: "nodenext" },
] as const;

/** The one that writes JavaScript; writing is almost half of what the older compilers take. */
export const emitting: Compilation = { compiler: "7.0", resolution: "nodenext" };

/**
 * With these the code is compiled. All resolve modules alike, so that the older ones, which take four times as long, are each run for one of
 * the two ways, at night.
 */
export const compilations: readonly Compilation[] = [
  ...(isNight ? olderCompilations : []),
  { compiler: "7.0", resolution: "bundler" },
  emitting,
];

/** Where {@link emitting} writes, below the folder that it is run in. */
export const emitFolder = "dist";

/**
 * Compiles the plugins of `cases`, which have been run in `folder`, in one go and returns what the compiler printed: nothing, when all
 * is well.
 */
export async function compilePlugins(
  folder: string,
  cases: readonly CompiledCase[],
  { compiler, resolution, emitTo }: Compilation,
): Promise<string> {
  const name = `${compiler}.${resolution}`;
  const config = join(folder, `tsconfig.${name}.json`);
  const noEmit = emitTo === undefined && (compiler !== emitting.compiler || resolution !== emitting.resolution);
  // Declarations that cannot be written are reported without writing them.
  const own = { rootDir: ".", outDir: emitTo ?? emitFolder, declaration: true, noEmit, paths: pathsOf(cases) };
  const compilerOptions = { ...strict, ...resolutions[resolution], ...own };
  writeFileSync(config, JSON.stringify({ compilerOptions, include: cases.map((one) => `${one.name}/src/**/*.ts`) }));
  return printed([compilerPath(compiler), "-p", config], folder);
}

/** What a script prints, run by Node.js in `folder`. */
function printed(args: readonly string[], folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.on("error", reject).on("close", () => resolve(text));
  });
}

interface PluginConfig {
  readonly compilerOptions?: { readonly paths?: Readonly<Record<string, readonly string[]>> };
}

/** The path aliases of all plugins, as seen from the folder they are in. */
function pathsOf(cases: readonly CompiledCase[]): Readonly<Record<string, readonly string[]>> {
  const entries = cases.flatMap(({ name, input }) => {
    const { compilerOptions } = JSON.parse(input.get("tsconfig.json") ?? "{}") as PluginConfig;
    return Object.entries(compilerOptions?.paths ?? {}).map(
      ([alias, targets]) => [alias, targets.map((target) => `./${posix.join(name, target)}`)] as const,
    );
  });
  return Object.fromEntries(entries);
}

function compilerPath(compiler: keyof typeof compilers): string {
  const name = compilers[compiler];
  const folder = dirname(require.resolve(`${name}/package.json`, { paths: [join(import.meta.dirname, "../../..")] }));
  return join(folder, "bin/tsc");
}
