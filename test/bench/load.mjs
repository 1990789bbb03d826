import { launch } from "./launch/launch.mjs";

// npm run bench -- load: how long reads by name and writes take while the server does something long, or many watch.
await launch(["load", "watch"]);
