import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** The compilers generated code must pass, by the names they are installed under. */
export const compilers = { "5.9": "typescript-5.9", "6.0": "typescript-6.0", "7.0": "typescript" } as const;

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
}

/**
 * Compiles every plugin below `folder` in one go and returns what the compiler printed: nothing, when all is well. JavaScript is
 * written below `<folder>/dist`.
 */
export function compilePlugins(folder: string, { compiler, resolution }: Compilation): string {
  const config = join(folder, `tsconfig.${compiler}.${resolution}.json`);
  const compilerOptions = { ...strict, ...resolutions[resolution], rootDir: ".", outDir: "dist", declaration: true };
  writeFileSync(config, JSON.stringify({ compilerOptions, include: ["*/src/**/*.ts"] }));
  const { stdout, stderr, error } = spawnSync(process.execPath, [compilerPath(compiler), "-p", config], {
    cwd: folder,
    encoding: "utf8",
  });
  if (error !== undefined) throw error;
  return stdout + stderr;
}

function compilerPath(compiler: keyof typeof compilers): string {
  const name = compilers[compiler];
  const folder = dirname(require.resolve(`${name}/package.json`, { paths: [join(import.meta.dirname, "../../..")] }));
  return join(folder, "bin/tsc");
}
