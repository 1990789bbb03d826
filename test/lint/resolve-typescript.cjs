// typescript-eslint needs the API of TypeScript 5.9. Its packages lie beside TypeScript 7, which has none, so they would find that one.
const Module = require("node:module");

/* oxlint-disable no-underscore-dangle -- Node.js 20 has no other way to say where a package is */
const resolve = Module._resolveFilename;
const ours = Module.createRequire(__filename).resolve("typescript");

Module._resolveFilename = (request, ...more) =>
  request === "typescript" ? ours : resolve.call(Module, request, ...more);
