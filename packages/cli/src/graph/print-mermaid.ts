import type { Graph, GraphEdge, GraphNode } from "./graph.js";

const arrows: Readonly<Record<GraphEdge["form"], string>> = {
  reference: "-->",
  reconciles: "==>",
  watches: "-.->",
};

/** The graph as a flowchart of Mermaid, which GitHub and many editors draw in Markdown. */
export function printMermaid({ nodes, edges }: Graph): string {
  const lines = [
    ...nodes.map(printNode),
    ...edges.map(({ from, to, label, form }) => `${from} ${arrows[form]}|"${escaped(label)}"| ${to}`),
  ];
  return ["flowchart LR", ...lines.map((line) => `  ${line}`), ""].join("\n");
}

function printNode({ id, form, title, lines }: GraphNode): string {
  const text = `"${[`<b>${escaped(title)}</b>`, ...lines.map(escaped)].join("<br/>")}"`;
  return form === "model" ? `${id}[${text}]` : `${id}([${text}])`;
}

/** Mermaid's entities have a number between `#` and `;`. */
function escaped(text: string): string {
  return text.replaceAll(/["#&;<>]/g, (character) => `#${character.charCodeAt(0)};`);
}
