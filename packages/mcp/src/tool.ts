import { z } from "zod";
import type { Asking } from "./ask.js";

/** One of the tools, as it is declared. */
interface Declaration<Shape extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  /** What an agent chooses it by. */
  readonly description: string;
  readonly input: Shape;
  /** Whether it changes what is stored. Default: it does not. */
  readonly writes?: { readonly isDestructive: boolean };
  /** Answers a text for the agent. @throws {ToolError} */
  readonly run: (asking: Asking, input: z.infer<z.ZodObject<Shape>>) => Promise<string>;
}

/** One of the tools. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: z.ZodObject;
  readonly writes: { readonly isDestructive: boolean } | undefined;
  readonly run: (asking: Asking, input: unknown) => Promise<string>;
}

/** A tool whose arguments are checked, and of the types that its declaration gives them. */
export function defineTool<Shape extends z.ZodRawShape>(tool: Declaration<Shape>): Tool {
  const { name, title, description, writes } = tool;
  const schema = z.strictObject(tool.input);
  return { name, title, description, schema, writes, run: (asking, input) => tool.run(asking, schema.parse(input)) };
}

/** Arguments that several tools have. */
export const inputs = {
  kind: z
    .string()
    .max(600)
    .describe("Kind, by its plural: `people`, or `people.people.example.com/v1alpha1` where several have one plural."),
  contains: z.string().max(300).optional().describe("Only those whose lines contain this text, in any case."),
  name: z.string().max(300).describe("Name of the object (metadata.name)."),
  object: z
    .record(z.string(), z.unknown())
    .describe("The object: metadata with its name, and spec. apiVersion and kind may be left out."),
};

/** The lines that contain a text. */
export function containing(lines: readonly string[], text = ""): readonly string[] {
  return lines.filter((line) => line.toLowerCase().includes(text.toLowerCase()));
}

/** What objects are selected by. */
export const selection = {
  fieldSelector: z
    .string()
    .max(8000)
    .optional()
    .describe("Conditions on indexes, all of which must hold: `spec.age>=18,spec.tags=(chess,sailing)`."),
  labelSelector: z.string().max(8000).optional().describe("Conditions on labels: `team in (red,blue),!left`."),
};

interface Selection {
  readonly fieldSelector?: string | undefined;
  readonly labelSelector?: string | undefined;
}

/** The parameters of a selection. */
export function selectionQuery({ fieldSelector, labelSelector }: Selection): URLSearchParams {
  return new URLSearchParams({
    ...(fieldSelector !== undefined && { fieldSelector }),
    ...(labelSelector !== undefined && { labelSelector }),
  });
}
