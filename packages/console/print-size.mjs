import { pageSizes } from "./page-sizes.mjs";

const { first, later } = pageSizes();
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
console.log(`The first page of the console: ${kilobytes(first)} gzipped; loaded later: ${kilobytes(later)}.`);
