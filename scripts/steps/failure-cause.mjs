import { root } from "./root.mjs";

const compilerAdvice =
  "install Python 3, make and a C++ compiler (Debian, Ubuntu: apt-get install python3 make g++; Fedora: dnf install python3 make gcc-c++; " +
  'Alpine: apk add python3 make g++; macOS: xcode-select --install; Windows: Visual Studio Build Tools, "Desktop development with C++"), ' +
  "or use Node.js 22 or later, where nothing is compiled.";

export const diskIsFull = `The disk is too full: the packages and the build take 1.3 GB in ${root}, and npm's cache some more. Free 1.5 GB.`;

const unreachable = [
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/,
  "The registry of npm cannot be reached: check the network, or the proxy and the registry that npm is set to (npm config list).",
];

/** What the output of a failed command says, and what to do about it: the first that fits. */
const causes = [
  [/ENOSPC|no space left on device/i, diskIsFull],
  // A compilation begins with the attempt to fetch what is compiled already, which fails in many networks.
  [
    /find Python Could not find|Could not find any Python/i,
    `The SQLite driver for Node.js 20 must be compiled, and Python 3 is missing: ${compilerAdvice}`,
  ],
  [
    /not found: make|make: not found/,
    `The SQLite driver for Node.js 20 must be compiled, and make is missing: ${compilerAdvice}`,
  ],
  [
    /(?:g\+\+|c\+\+|clang\+\+|cc|gcc)(?:-\d+)?: (?:not found|No such file|command not found)/,
    `The SQLite driver for Node.js 20 must be compiled, and a C++ compiler is missing: ${compilerAdvice}`,
  ],
  [
    /gyp ERR! (?:stack )?.*(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)/,
    "The SQLite driver for Node.js 20 must be compiled, and the headers of Node.js cannot be fetched: check the network, or use Node.js 22 or later, where nothing is compiled.",
  ],
  [/gyp ERR!/, `The SQLite driver for Node.js 20 could not be compiled: ${compilerAdvice}`],
  unreachable,
  [
    /EACCES|EPERM/,
    `A file may not be written: give your user the folder ${root} and npm's cache (npm config get cache).`,
  ],
];

/** One sentence about why a command failed, by what it printed; `undefined` if its output says nothing that is known. */
export function failureCause(output) {
  return causes.find(([pattern]) => pattern.test(output))?.[1];
}

/** The same, where npm could not reach its registry; `undefined` for every other failure. */
export function networkFailure(output) {
  const [pattern, sentence] = unreachable;
  return pattern.test(output) ? sentence : undefined;
}
