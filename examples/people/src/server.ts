import { defineServer } from "@cmgen/runtime";

/** The server's options. With `console: true` there is a page for every model, at /console. */
export default defineServer({ console: true });
