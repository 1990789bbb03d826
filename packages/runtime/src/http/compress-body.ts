import type { Transform } from "node:stream";
import { promisify } from "node:util";
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type BrotliOptions,
  type ZlibOptions,
} from "node:zlib";
import type { ContentCoding } from "./negotiate.js";

/** Fast and not small, since most answers are compressed for one request. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };

const compressBrotli = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);
const compressGzip = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);

/** Compresses a whole body, beside the serving thread. */
export function compressBody(body: Uint8Array, coding: ContentCoding): Promise<Buffer> {
  return coding === "br" ? compressBrotli(body, BROTLI) : compressGzip(body, GZIP);
}

/** Compresses a body that is a stream. */
export function compressStream(coding: ContentCoding): Transform {
  return coding === "br" ? createBrotliCompress(BROTLI) : createGzip(GZIP);
}
