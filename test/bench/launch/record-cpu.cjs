// Loaded into a measured program: hands the processor time that its process took to whoever started it, on file descriptor 3.
const { writeSync } = require("node:fs");

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, String((user + system) / 1e6));
});
