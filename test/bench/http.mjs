import { launch } from "./launch/launch.mjs";

// npm run bench -- http: whole services over HTTP, beside Node's own server and Express with the raw driver.
await launch(["http"]);
