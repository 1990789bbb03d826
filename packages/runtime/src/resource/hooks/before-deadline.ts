/**
 * Waits for the result of a plugin's code until a time of `performance.now()`. A later result or error is ignored.
 *
 * @throws {Error} when the time is up; what a promise rejects with.
 */
export async function beforeDeadline<Result>(running: Result, deadline: number): Promise<Awaited<Result>> {
  // An `async` function awaits anything with a `then`, which a proxy can hide. So only primitive values are returned at once.
  if (!mayBeThenable(running)) return running as Awaited<Result>;
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new Error("It did not finish in time."));
    timer = setTimeout(fail, Math.max(0, deadline - performance.now()));
  });
  try {
    return await Promise.race([running, expired]);
  } finally {
    clearTimeout(timer);
  }
}

function mayBeThenable(value: unknown): boolean {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
