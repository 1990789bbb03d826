/** A simple command as a shell would read it, and the comment that follows it on its line. */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly comment: string;
}

const token =
  /\\\n|[ \t]+|#[^\n]*|\n|'([^']*)'|"((?:[^"\\$`]|\\["\\$`])*)"|\\([^\n])|([^\s'"\\|&;<>()$`*?[\]{}~!#][^\s'"\\|&;<>()$`*?[\]{}~!]*)|(.)/gs;

/**
 * Reads a script of simple commands. Whatever a shell would treat specially (an unquoted `&` or `?` in an address, say) is an error:
 * a reader who pastes the line must get what is tested here.
 */
export function shellCommands(script: string): readonly ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let word: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (comment: string): void => {
    endWord();
    if (words.length > 0) commands.push({ words, comment });
    words = [];
  };
  for (const [text, single, double, escaped, plain, special] of script.matchAll(token)) {
    if (special !== undefined) throw new SyntaxError(`"${special}" must be quoted in ${JSON.stringify(script)}`);
    const part = single ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? escaped ?? plain;
    if (part !== undefined) word = (word ?? "") + part;
    else if (text === "\n") endCommand("");
    else if (text.startsWith("#") && word === undefined) endCommand(text.slice(1).trim());
    else endWord();
  }
  endCommand("");
  return commands;
}
