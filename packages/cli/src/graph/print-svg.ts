import { Graph as Layout, layout } from "@dagrejs/dagre";

import type { Graph, GraphEdge, GraphNode } from "./graph.js";

/** Sizes in pixels, for a monospaced font of 12. */
const CHARACTER = 7.3;
const LINE = 18;
const PADDING = 10;
const MARGIN = 20;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The graph as a picture that needs nothing else: layers from left to right. */
export function printSvg(graph: Graph): string {
  const { nodes, edges } = withoutLoops(graph);
  const plan = new Layout({ multigraph: true });
  plan.setGraph({ rankdir: "LR", nodesep: 30, ranksep: 60, marginx: MARGIN, marginy: MARGIN });
  for (const node of nodes) plan.setNode(node.id, sizeOf(node));
  for (const [at, { from, to, label }] of edges.entries()) {
    plan.setEdge(from, to, { width: label.length * CHARACTER + 8, height: LINE, labelpos: "c" }, String(at));
  }
  layout(plan);
  const { width = 0, height = 0 } = plan.graph();
  const lines = edges.map((edge, at) => drawEdge(edge, plan.edge(edge.from, edge.to, String(at))));
  const boxes = nodes.map((node) => drawNode(node, plan.node(node.id)));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${up(width)}" height="${up(height)}" viewBox="0 0 ${up(width)} ${up(height)}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="12">`,
    `<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#57606a"/></marker></defs>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    ...lines,
    ...boxes,
    "</svg>",
  ].join("\n")}\n`;
}

/** What refers to itself says so in its box: a line that leads back is hard to follow. */
function withoutLoops({ nodes, edges }: Graph): Graph {
  const loops = edges.filter(({ from, to }) => from === to);
  const linesOf = (id: string): readonly string[] =>
    loops.filter(({ from }) => from === id).map(({ label }) => `to itself: ${label}`);
  return {
    nodes: nodes.map((node) => ({ ...node, lines: [...node.lines, ...linesOf(node.id)] })),
    edges: edges.filter(({ from, to }) => from !== to),
  };
}

function sizeOf({ title, lines }: GraphNode): { readonly width: number; readonly height: number } {
  const longest = Math.max(...[title, ...lines].map((line) => line.length));
  return { width: longest * CHARACTER + 2 * PADDING, height: (lines.length + 1) * LINE + PADDING };
}

function drawNode({ form, title, lines }: GraphNode, { x, y, width, height }: Box): string {
  const [left, top] = [x - width / 2, y - height / 2];
  const round = form === "model" ? 4 : height / 2;
  const fill = form === "model" ? "#ddf4ff" : "#fff8c5";
  const texts = [title, ...lines].map((line, at) => {
    const isMiddle = at === 0 || form === "controller";
    const place = isMiddle ? `x="${up(x)}" text-anchor="middle"` : `x="${up(left + PADDING)}"`;
    const style = at === 0 ? ' font-weight="bold"' : ' fill="#57606a"';
    return `<text ${place} y="${up(top + (at + 1) * LINE)}"${style}>${escaped(line)}</text>`;
  });
  const box = `<rect x="${up(left)}" y="${up(top)}" width="${up(width)}" height="${up(height)}" rx="${up(round)}" fill="${fill}" stroke="#57606a"/>`;
  return [box, ...texts].join("");
}

const dashes: Readonly<Record<GraphEdge["form"], string>> = {
  reference: "",
  reconciles: ' stroke-width="2"',
  watches: ' stroke-dasharray="4 3"',
};

function drawEdge({ label, form }: GraphEdge, drawn: { readonly points?: readonly Point[] } & Partial<Point>): string {
  const { points = [], x = 0, y = 0 } = drawn;
  const path = points.map((point, at) => `${at === 0 ? "M" : "L"}${up(point.x)} ${up(point.y)}`).join("");
  const width = label.length * CHARACTER + 6;
  return [
    `<path d="${path}" fill="none" stroke="#57606a"${dashes[form]} marker-end="url(#end)"/>`,
    `<rect x="${up(x - width / 2)}" y="${up(y - LINE / 2)}" width="${up(width)}" height="${LINE}" fill="#ffffff" fill-opacity="0.85"/>`,
    `<text x="${up(x)}" y="${up(y + 4)}" text-anchor="middle" font-size="11">${escaped(label)}</text>`,
  ].join("");
}

function up(size: number): number {
  return Math.round(size * 10) / 10;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
