import type { GeneratedFile } from "../emit/emitter.js";

/** The form of generated code, whatever the plugin's own taste: so that output depends on nothing but the models. */
const style = { printWidth: 120, quoteProps: "consistent" } as const;

/**
 * Formats TypeScript, all files at once; the rest is left as it is.
 *
 * @throws {Error} where a file is no TypeScript: whoever emitted it has a bug.
 */
export async function formatFiles(files: readonly GeneratedFile[]): Promise<readonly GeneratedFile[]> {
  const { format } = await import("oxfmt");
  return Promise.all(
    files.map(async (file) => {
      if (file.verbatim === true || !file.path.endsWith(".ts")) return file;
      const { code, errors } = await format(file.path, file.contents, style);
      const [error] = errors;
      if (error !== undefined) {
        throw new Error(`Emitted text of ${file.path} is no TypeScript: ${error.message} ${error.codeframe}`);
      }
      return { ...file, contents: code };
    }),
  );
}
