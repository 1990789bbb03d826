import { launch } from "./launch/launch.mjs";

// npm run bench -- watch: how long writes and reads take while many watch, and how long events do.
await launch(["watch"]);
