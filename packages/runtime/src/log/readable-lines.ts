import type { DestinationStream } from "pino";
import pretty from "pino-pretty";

const options = { colorize: pretty.isColorSupported, translateTime: "SYS:HH:MM:ss.l" };

/** A record of more characters is printed with a fact a line. */
const LONGEST_LINE = 300;

/** Makes a log's JSON lines readable: facts stand behind the message, or below it if there are many. Errors are always below. */
export function readableLines(output: DestinationStream): DestinationStream {
  const printLine = pretty.prettyFactory({ ...options, singleLine: true });
  const printBlock = pretty.prettyFactory(options);
  return {
    write: (line) => {
      output.write(withoutControls((line.length > LONGEST_LINE ? printBlock : printLine)(line)));
    },
  };
}

/** Some terminals take the second set of control characters (C1) for commands, and JSON does not escape them. */
function withoutControls(text: string): string {
  return text.replaceAll(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
