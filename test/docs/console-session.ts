/** A command of a `console` block, and what the page says that it prints. */
export interface ConsoleCommand {
  readonly line: string;
  readonly printed: string;
}

/** Reads a `console` block: each line after `$ ` is a command, and what follows is what it prints. */
export function consoleCommands(text: string): readonly ConsoleCommand[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((command) => {
      const end = command.indexOf("\n");
      return { line: command.slice(0, end), printed: command.slice(end + 1) };
    });
}

/** What is printed without what differs from run to run: instants, ages, the times of migrations, and the columns' widths. */
export function withoutTimes(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<instant>")
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<uid>")
    .replaceAll(/\b\d+[smhd]\b/g, "<age>")
    .replaceAll(/\b\d{14}_/g, "<time>_")
    .replaceAll(/ {2,}/g, "  ")
    .replaceAll(/ +$/gm, "");
}
