export function common(more: string): string {
  const isLine = more.startsWith("//");
  return `${isLine ? more : ""}
/** Where somebody lives. */
export interface Address { street: string; city?: string; ${isLine ? "" : more} }
export interface Page<T> { items: T[]; next?: string }
export type Color = "red" | "green" | "blue";
export type Home = Address;
export interface Person { name: string; home: { door: number; address?: Address } }
export type Tree = { left?: Tree; value: string };
`;
}

export function helper(more: string): string {
  return `${more}import { first } from "./first.js";
export const initialOf = (text: string): string => first(text);
`;
}

export function first(size: number): string {
  return `export const first = (text: string): string => text.slice(0, ${size});\n`;
}

export function geoPackage(patch: number): string {
  return `{ "name": "geo", "version": "1.0.${patch}", "types": "index.d.ts" }`;
}

export function geo(more: string): string {
  return `export interface Point { x: number; y: number; ${more} }\nexport interface Box<T> { held: T; }
export declare function scaled(title: string): string;
`;
}

export function node(more: string): string {
  return `declare namespace NodeJS { interface Dict { [key: string]: string } }
declare module "node:spots" { export interface Spot { x: number; ${more} } }
`;
}

export function globals(more: string): string {
  return `interface GlobalThing { g: string; ${more} }\n`;
}

export function tsconfig(more: string, ambient = '"node"'): string {
  return `{
  "compilerOptions": { "strict": true, "target": "ES2022", "module": "NodeNext", ${more} "resolveJsonModule": true, "types": [${ambient}], "noEmit": true },
  "include": ["src"]
}
`;
}

export function config(more: string): string {
  return `export default { databases: ["sqlite"]${more === "" ? "" : `, ${more}`} };\n`;
}
