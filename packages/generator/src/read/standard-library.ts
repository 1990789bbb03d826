/**
 * The standard library that declarations are read with: what the checker cannot do without, the utility types as TypeScript's own
 * library defines them, and the names of classes, so that they can be told from a slip of the pen. The whole library would take
 * longer to parse than a hundred models.
 */
export const standardLibrary = `
interface Object { constructor: Function; }
interface Function { readonly length: number; readonly name: string; }
interface CallableFunction extends Function {}
interface NewableFunction extends Function {}
interface IArguments { readonly length: number; [index: number]: any; }
interface String { readonly length: number; readonly [index: number]: string; }
interface Number { toFixed(digits?: number): string; }
interface Boolean { valueOf(): boolean; }
interface Symbol { valueOf(): symbol; }
interface BigInt { valueOf(): bigint; }
interface TemplateStringsArray extends ReadonlyArray<string> { readonly raw: readonly string[]; }
interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T; }
interface Array<T> { length: number; [index: number]: T; }
interface ArrayLike<T> { readonly length: number; readonly [index: number]: T; }
interface ThisType<T> {}
interface Iterable<T> {}

type Partial<T> = { [P in keyof T]?: T[P] };
type Required<T> = { [P in keyof T]-?: T[P] };
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Record<K extends keyof any, T> = { [P in K]: T };
type Exclude<T, U> = T extends U ? never : T;
type Extract<T, U> = T extends U ? T : never;
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>;
type NonNullable<T> = T & {};
type Parameters<T extends (...args: any) => any> = T extends (...args: infer P) => any ? P : never;
type ReturnType<T extends (...args: any) => any> = T extends (...args: any) => infer R ? R : any;
type InstanceType<T extends abstract new (...args: any) => any> = T extends abstract new (...args: any) => infer R ? R : any;
type Awaited<T> = T extends Promise<infer R> ? R : T;
type Uppercase<S extends string> = intrinsic;
type Lowercase<S extends string> = intrinsic;
type Capitalize<S extends string> = intrinsic;
type Uncapitalize<S extends string> = intrinsic;
type NoInfer<T> = intrinsic;

declare class RegExp { private constructor(); }
declare class Date { private constructor(); }
declare class Error { private constructor(); }
declare class Map<K, V> { private constructor(); key: K; value: V; }
declare class ReadonlyMap<K, V> { private constructor(); key: K; value: V; }
declare class WeakMap<K, V> { private constructor(); key: K; value: V; }
declare class Set<T> { private constructor(); value: T; }
declare class ReadonlySet<T> { private constructor(); value: T; }
declare class WeakSet<T> { private constructor(); value: T; }
declare class Promise<T> { private constructor(); value: T; }
declare class PromiseLike<T> { private constructor(); value: T; }
declare class URL { private constructor(); }
declare class URLSearchParams { private constructor(); }
declare class Buffer { private constructor(); }
declare class ArrayBuffer { private constructor(); }
declare class DataView { private constructor(); }
declare class Int8Array { private constructor(); }
declare class Uint8Array { private constructor(); }
declare class Uint8ClampedArray { private constructor(); }
declare class Int16Array { private constructor(); }
declare class Uint16Array { private constructor(); }
declare class Int32Array { private constructor(); }
declare class Uint32Array { private constructor(); }
declare class Float32Array { private constructor(); }
declare class Float64Array { private constructor(); }
declare class BigInt64Array { private constructor(); }
declare class BigUint64Array { private constructor(); }
declare class Blob { private constructor(); }
declare class File { private constructor(); }
declare class ReadableStream<T> { private constructor(); value: T; }
declare class Request { private constructor(); }
declare class Response { private constructor(); }
declare class Headers { private constructor(); }
declare class FormData { private constructor(); }
`;
