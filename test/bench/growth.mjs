import { launch } from "./launch/launch.mjs";

// npm run bench -- growth [--plot]: how long the store takes by how many objects there are.
await launch(["growth"]);
