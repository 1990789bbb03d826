/** For the command line, which reads the files of objects that the service reads, too. Loads no more than the parser. */
export { DocumentError, type TextPlace } from "./document/document-error.js";
export { parseJson } from "./document/parse-json.js";
export { parseYamlStream, type YamlDocument } from "./document/parse-yaml.js";
export { textLines, type TextLine } from "./document/text-lines.js";
