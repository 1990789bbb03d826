/** Entry of the bundle: yargs with its English texts, which it would read from a file of its package otherwise. */
import yargs from "yargs";
import english from "yargs-locales/en.json";

// It has the types of yargs, which is a default export.
// oxlint-disable-next-line import/no-default-export
export default () => yargs().updateStrings(english);
