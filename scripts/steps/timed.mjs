/** Runs a step, says what it is, and how many seconds it took, also where it fails. */
export async function timed(name, step) {
  const begun = performance.now();
  console.log(`cmgen: ${name}`);
  try {
    return await step();
  } finally {
    console.log(`cmgen: ${name}: ${Math.round((performance.now() - begun) / 1000)} s`);
  }
}
