// Read by every Node there is, so that an old one says what is wrong instead of tripping over newer syntax: keep it to ES2015.

const MINIMUM_MAJOR = 20;
const MINIMUM_MINOR = 19;

/** What is wrong with running on Node `version` (as `process.versions.node`), or `undefined`. */
export function nodeVersionProblem(version) {
  const parts = version.split(".").map(Number);
  const recent = parts[0] > MINIMUM_MAJOR || (parts[0] === MINIMUM_MAJOR && parts[1] >= MINIMUM_MINOR);
  return recent
    ? undefined
    : `cmgen needs Node.js ${MINIMUM_MAJOR}.${MINIMUM_MINOR} or later; this is ${version}. See https://nodejs.org/`;
}

/** Ends the process with one line on a Node that is too old. */
export function exitOnOldNode() {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem !== undefined) {
    console.error(problem);
    process.exit(1);
  }
}
