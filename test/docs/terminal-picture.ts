/** A line of a terminal, and what it is. */
export interface TerminalLine {
  readonly text: string;
  readonly kind: "command" | "output" | "mistake" | "note";
}

/** Lines that appear together, so many seconds after those before. */
export interface TerminalStep {
  readonly after: number;
  readonly lines: readonly TerminalLine[];
}

const LINE = 19;
const CHARACTER = 8.05;
const MARGIN = 16;
const BAR = 30;

const fills = { command: "#ffffff", output: "#c9d1d9", mistake: "#ff8b82", note: "#7d8590" } as const;

/** Draws what a terminal shows as an SVG in which lines appear one after another, and then stay. Where motion is not wanted they are all there. */
export function drawTerminal(title: string, steps: readonly TerminalStep[]): string {
  let at = 0;
  let place = 0;
  const rows: string[] = [];
  for (const { after, lines } of steps) {
    at += after;
    for (const { text, kind } of lines) {
      place += 1;
      const y = BAR + MARGIN + place * LINE - 6;
      const shown = `<text y="${y}" x="${MARGIN}" fill="${fills[kind]}" style="animation-delay:${at.toFixed(1)}s"`;
      rows.push(`${shown}${kind === "command" ? ' font-weight="600"' : ""}>${escaped(text)}</text>`);
    }
  }
  const longest = Math.max(...steps.flatMap(({ lines }) => lines.map(({ text }) => text.length)));
  const width = Math.ceil(longest * CHARACTER + 2 * MARGIN);
  const height = BAR + 2 * MARGIN + place * LINE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13.4">
<title id="title">${escaped(title)}</title>
<style>
text { white-space: pre; }
@media (prefers-reduced-motion: no-preference) {
  text { opacity: 0; animation: shown 0.01s forwards; }
}
@keyframes shown { to { opacity: 1; } }
</style>
<rect width="${width}" height="${height}" rx="8" fill="#161b22"/>
<g fill="#3d444d"><circle cx="20" cy="18" r="5.5"/><circle cx="39" cy="18" r="5.5"/><circle cx="58" cy="18" r="5.5"/></g>
${rows.join("\n")}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
