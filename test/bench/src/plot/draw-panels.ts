import { logScale, type LogScale } from "./log-scale.js";

export interface Line {
  readonly name: string;
  /** In the order of x; both coordinates above 0. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

export interface Drawing {
  /** Said to who cannot see it. */
  readonly title: string;
  readonly xName: string;
  readonly panels: readonly Panel[];
  printX(value: number): string;
  printY(value: number): string;
}

const PANEL = { width: 480, height: 340, left: 62, right: 142, top: 40, bottom: 52 } as const;
const LABEL_GAP = 15;

/** Readable on white and on black; each line has its name at its end, so that nothing hangs on the colour. */
const COLOURS = ["#3b82f6", "#16a34a", "#c026d3", "#ea580c", "#0d9488", "#dc2626"];

const STYLE = `
  text { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #24292f; }
  .title { font-size: 14px; font-weight: 600; }
  .grid { stroke: #8b949e; stroke-opacity: 0.35; stroke-width: 1; }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } }`;

/** Draws panels beside each other, on common logarithmic axes, as an SVG document. */
export function drawPanels(drawing: Drawing): string {
  const { panels, title } = drawing;
  const points = panels.flatMap(({ lines }) => lines.flatMap((line) => line.points));
  const x = logScale(
    points.map((point) => point[0]),
    PANEL.left,
    PANEL.width - PANEL.right,
  );
  const y = logScale(
    points.map((point) => point[1]),
    PANEL.height - PANEL.bottom,
    PANEL.top,
  );
  const width = PANEL.width * panels.length;
  const drawn = panels.map((panel, place) => {
    const content = [...drawAxes(drawing, x, y), ...drawLines(panel, x, y), text(PANEL.left, 22, panel.title, "title")];
    return `<g transform="translate(${place * PANEL.width} 0)">\n${content.join("\n")}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${PANEL.height}" width="${width}" height="${PANEL.height}" role="img">
<title>${escape(title)}</title>
<style>${STYLE}
</style>
${drawn.join("\n")}
</svg>
`;
}

function drawAxes({ xName, printX, printY }: Drawing, x: LogScale, y: LogScale): readonly string[] {
  const [left, right] = ends(x);
  const [bottom, top] = ends(y);
  const middle = (left + right) / 2;
  return [
    ...y.decades.flatMap((value) => [
      `<path class="grid" d="M${left} ${round(y.place(value))}H${right}"/>`,
      text(left - 8, y.place(value) + 4, printY(value), undefined, "end"),
    ]),
    ...x.decades.flatMap((value) => [
      `<path class="grid" d="M${round(x.place(value))} ${bottom}V${top}"/>`,
      text(x.place(value), bottom + 18, printX(value), undefined, "middle"),
    ]),
    text(middle, bottom + 38, xName, undefined, "middle"),
  ];
}

function drawLines({ lines }: Panel, x: LogScale, y: LogScale): readonly string[] {
  const labels = apart(lines.map(({ points }) => y.place(points.at(-1)?.[1] ?? 1)));
  return lines.flatMap(({ name, points }, place) => {
    const colour = COLOURS[place % COLOURS.length] ?? "";
    const places = points.map((point) => [round(x.place(point[0])), round(y.place(point[1]))] as const);
    const dots = places.map(([dotX, dotY]) => `<circle cx="${dotX}" cy="${dotY}" r="3" fill="${colour}"/>`);
    const path = `<path class="line" stroke="${colour}" d="M${places.map((point) => point.join(" ")).join("L")}"/>`;
    const end = PANEL.width - PANEL.right + 10;
    const labelY = labels[place] ?? 0;
    return [
      path,
      ...dots,
      `<circle cx="${end + 2}" cy="${round(labelY)}" r="4" fill="${colour}"/>`,
      text(end + 10, labelY + 4, name),
    ];
  });
}

/** Moves labels that would lie upon each other apart, in their order. */
function apart(places: readonly number[]): readonly number[] {
  const order = [...places.keys()].toSorted((left, right) => (places[left] ?? 0) - (places[right] ?? 0));
  const moved = [...places];
  // Down first, then up from the lowest place there is.
  let least = -Infinity;
  for (const label of order) least = (moved[label] = Math.max(moved[label] ?? 0, least)) + LABEL_GAP;
  let most = PANEL.height - PANEL.bottom;
  for (const label of order.toReversed()) most = (moved[label] = Math.min(moved[label] ?? 0, most)) - LABEL_GAP;
  return moved;
}

function ends({ place, decades }: LogScale): readonly [number, number] {
  return [round(place(decades[0] ?? 1)), round(place(decades.at(-1) ?? 1))];
}

function text(...[x, y, content, style, anchor]: [number, number, string, string?, string?]): string {
  const attributes = [style && ` class="${style}"`, anchor && ` text-anchor="${anchor}"`].filter(Boolean).join("");
  return `<text x="${round(x)}" y="${round(y)}"${attributes}>${escape(content)}</text>`;
}

function escape(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
