import { useLinkProps } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { Model } from "../../api/model.js";
import type { Incoming } from "../../api/referrers.js";
import { useService } from "../../api/document-context.js";
import { findKind } from "../../api/read-document.js";
import { texts } from "../../texts.js";
import { fieldOf } from "./field-of.js";
import type { Outgoing } from "../../api/outgoing.js";

interface ReferenceGraphProps {
  readonly model: Model;
  readonly name: string;
  readonly incoming: readonly Incoming[];
  readonly outgoing: readonly Outgoing[];
}

/** Objects of one field that are drawn: the lists have more. */
const DRAWN = 4;
const WIDTH = 900;
const NODE = { width: 210, height: 30 } as const;
/** From one node to the next. */
const STEP = 42;
/** Characters that a node has room for. */
const MOST_LETTERS = 26;

/** An object in the graph; undefined names what is left out. */
interface GraphNode {
  readonly key: string;
  readonly model: Model | undefined;
  readonly name: string | undefined;
  readonly kind: string;
  readonly field: string;
}

/** The same as the lists, drawn. For eyes and the mouse alone: everybody else has the lists, which say it in words. */
export function ReferenceGraph({ model, name, incoming, outgoing }: ReferenceGraphProps): ReactElement {
  const { models } = useService();
  const left = incoming.flatMap(({ referrer, names, hasMore }) => {
    const { model: of, reference } = referrer;
    const side = { model: of, kind: of.kind, field: reference.index, key: `${of.group} ${of.kind} ${reference.index}` };
    return nodesOf(side, names, hasMore);
  });
  const right = outgoing.flatMap(({ reference, names }) => {
    const { index, kind } = reference;
    return nodesOf({ model: findKind(models, reference), kind, field: index, key: index }, names, false);
  });
  const height = Math.max(left.length, right.length, 1) * STEP;
  const middle = height / 2;
  return (
    <svg className="graph" viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
      <title>{texts.related.graph}</title>
      {left.map((node, place) => (
        <GraphBranch key={node.key} node={node} side="left" y={topOf(place, left.length, height)} middle={middle} />
      ))}
      {right.map((node, place) => (
        <GraphBranch key={node.key} node={node} side="right" y={topOf(place, right.length, height)} middle={middle} />
      ))}
      <NodeBox x={(WIDTH - NODE.width) / 2} y={middle} text={name} kind={model.kind} look="self" />
    </svg>
  );
}

function nodesOf(side: Omit<GraphNode, "name">, names: readonly string[], hasMore: boolean): readonly GraphNode[] {
  const drawn = names.slice(0, DRAWN).map((name) => ({ ...side, name, key: `${side.key} ${name}` }));
  const isCut = hasMore || names.length > DRAWN;
  return isCut ? [...drawn, { ...side, name: undefined, key: `${side.key} more` }] : drawn;
}

/** Where the middle of a node is, with the nodes of a side around the middle of the picture. */
function topOf(place: number, count: number, height: number): number {
  return height / 2 + (place - (count - 1) / 2) * STEP;
}

interface GraphBranchProps {
  readonly node: GraphNode;
  readonly side: "left" | "right";
  readonly y: number;
  readonly middle: number;
}

/** A node and the line between it and the object, along which the field is written. */
function GraphBranch({ node, side, y, middle }: GraphBranchProps): ReactElement {
  const x = side === "left" ? 0 : WIDTH - NODE.width;
  const inner = (WIDTH - NODE.width) / 2;
  const [start, end] = side === "left" ? [NODE.width, inner] : [inner + NODE.width, WIDTH - NODE.width];
  const [from, to] = side === "left" ? [y, middle] : [middle, y];
  const bend = (start + end) / 2;
  return (
    <>
      <path className="edge" d={`M${start} ${from} C${bend} ${from} ${bend} ${to} ${end} ${to}`} />
      <path className="arrow" d={`M${end} ${to} l-7 -4 v8 z`} />
      {node.name === undefined ? (
        <NodeBox x={x} y={y} text={`… ${texts.related.more}`} kind={node.kind} look="more" />
      ) : (
        <NodeLink model={node.model} name={node.name}>
          <NodeBox x={x} y={y} text={node.name} kind={`${node.kind} · ${fieldOf(node.field)}`} look="other" />
        </NodeLink>
      )}
    </>
  );
}

interface NodeLinkProps {
  readonly model: Model | undefined;
  readonly name: string;
  readonly children: ReactElement;
}

function NodeLink({ model, name, children }: NodeLinkProps): ReactElement {
  return model === undefined ? children : <LinkedNode model={model} name={name} children={children} />;
}

function LinkedNode({ model, name, children }: NodeLinkProps & { readonly model: Model }): ReactElement {
  const { group, version, plural } = model;
  const { href, onClick } = useLinkProps({
    to: "/$group/$version/$plural/$name",
    params: { group, version, plural, name },
  });
  return (
    <a href={href} tabIndex={-1} onClick={onClick}>
      {children}
    </a>
  );
}

interface NodeBoxProps {
  readonly x: number;
  /** Of its middle. */
  readonly y: number;
  readonly text: string;
  readonly kind: string;
  readonly look: "self" | "other" | "more";
}

function NodeBox({ x, y, text, kind, look }: NodeBoxProps): ReactElement {
  return (
    <g className={`node ${look}`}>
      <title>{`${text} (${kind})`}</title>
      <rect x={x + 1} y={y - NODE.height / 2} width={NODE.width - 2} height={NODE.height} rx="6" />
      <text x={x + 10} y={y - 2}>
        {cut(text)}
      </text>
      <text className="kind" x={x + 10} y={y + 10}>
        {cut(kind)}
      </text>
    </g>
  );
}

function cut(text: string): string {
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text;
}
