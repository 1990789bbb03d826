/** What plugins are made of, as data that can be drawn. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export interface GraphNode {
  /** A letter, then letters, digits and `_`. */
  readonly id: string;
  readonly form: "model" | "controller";
  readonly title: string;
  readonly lines: readonly string[];
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly form: "reference" | "reconciles" | "watches";
}
