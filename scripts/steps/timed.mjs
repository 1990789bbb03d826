/**
 * Runs a step, says what it is, and how many seconds it took, also where it fails. On a terminal the seconds are counted while it runs.
 *
 * @param options `counts` if nothing else is printed meanwhile.
 */
export async function timed(name, step, { counts = false } = {}) {
  const begun = performance.now();
  const line = () => `cmgen: ${name}: ${Math.round((performance.now() - begun) / 1000)} s`;
  const isCounted = counts && process.stdout.isTTY;
  if (!isCounted) console.log(`cmgen: ${name}`);
  const timer = isCounted ? setInterval(() => process.stdout.write(`\r${line()}`), 1000) : undefined;
  try {
    return await step();
  } finally {
    clearInterval(timer);
    console.log(isCounted ? `\r${line()}` : line());
  }
}
