import { expect, it } from "vitest";
import { failureCause, networkFailure } from "../../scripts/steps/failure-cause.mjs";

/** What npm 11 and node-gyp 12 have printed where something was missing. Without a network all begin with the first line. */
const fetching = "npm error prebuild-install warn install getaddrinfo ENOTFOUND example.com\n";

it.each([
  ["Python 3 is missing", `${fetching}npm error gyp ERR! find Python Could not find any Python installation to use`],
  ["make is missing", `${fetching}npm error gyp ERR! stack Error: not found: make`],
  [
    "a C++ compiler is missing",
    `${fetching}npm error make: cc: No such file or directory\nnpm error gyp ERR! build error`,
  ],
  ["a C++ compiler is missing", `${fetching}npm error /bin/sh: 1: g++: not found\nnpm error gyp ERR! build error`],
  [
    "headers of Node.js cannot be fetched",
    `${fetching}npm error gyp ERR! stack FetchError: getaddrinfo ENOTFOUND example.com`,
  ],
  ["could not be compiled", `${fetching}npm error gyp ERR! build error`],
  ["registry of npm cannot be reached", "npm error code EAI_AGAIN\nnpm error request to https://example.com/ failed"],
  ["The disk is too full", "npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write"],
  ["A file may not be written", "npm error code EACCES\nnpm error syscall mkdir"],
])("finds that %s", (sentence, output) => {
  expect(failureCause(output)).toContain(sentence);
});

it("says nothing of what it does not know", () => {
  expect(failureCause("error TS2304: Cannot find name 'x'.")).toBeUndefined();
  expect(networkFailure("npm error code E404")).toBeUndefined();
});
