/**
 * Runs a command line in this process, and sets its exit code.
 *
 * @param args What follows `cmgen`.
 * @param call Whether `create-cmgen` was called, which does what `cmgen init` does.
 */
export function runProgram(args: readonly string[], call?: { readonly isCreate?: boolean }): Promise<void>;
