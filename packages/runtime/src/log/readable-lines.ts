import type { DestinationStream } from "pino";
import pretty from "pino-pretty";

const options = { colorize: pretty.isColorSupported, translateTime: "SYS:HH:MM:ss.l" };

/** A longer record is printed with one field per line. */
const LONGEST_LINE = 300;

/** Makes a log's JSON lines readable: fields follow the message, or are below it if there are many. Errors are always below. */
export function readableLines(output: DestinationStream): DestinationStream {
  const printLine = pretty.prettyFactory({ ...options, singleLine: true });
  const printBlock = pretty.prettyFactory(options);
  return {
    write: (line) => {
      output.write(withoutControls((line.length > LONGEST_LINE ? printBlock : printLine)(line)));
    },
  };
}

/** Some terminals treat the control characters C1 as commands, and JSON does not escape them. */
function withoutControls(text: string): string {
  return text.replaceAll(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
