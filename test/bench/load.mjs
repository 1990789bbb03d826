import { launch } from "./launch/launch.mjs";

// npm run bench -- load: how long reads by name take while the server does something long.
await launch(["load"]);
