/** Stands in for `wrap-ansi` when yargs is bundled. */
// yargs imports it as one.
// oxlint-disable-next-line import/no-default-export
export { wrapAnsi as default } from "fast-wrap-ansi";
