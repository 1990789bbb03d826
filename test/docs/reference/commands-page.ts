import { tmpdir } from "node:os";
import { main } from "../../../packages/cli/dist/main.js";

/** The help of every command, as it is printed. */
export async function renderCommandsPage(): Promise<string> {
  const overview = await helpOf();
  const names = new Set([...overview.matchAll(/^ {2}([a-z]+)(?= )/gm)].map(([, name = ""]) => name));
  const sections: string[] = [];
  for (const name of names) sections.push(`## cmgen ${name}\n\n\`\`\`text\n${await helpOf(name)}\`\`\`\n`);
  return `# Commands

What \`--help\` prints of each command. [The command line](../command-line.md) explains them, with examples.

\`\`\`text
${overview}\`\`\`

${sections.join("\n")}`;
}

async function helpOf(...command: readonly string[]): Promise<string> {
  let printed = "";
  await main([...command, "--help"], {
    workingFolder: tmpdir(),
    columns: 100,
    color: false,
    now: () => new Date(),
    interrupted: () => new AbortController().signal,
    out: (text: string) => (printed += text),
    error: (text: string) => (printed += text),
  });
  return printed.replaceAll(/ +$/gm, "");
}
