/**
 * Preloaded into the service that `cmgen dev` starts. The channel to `cmgen dev` closes when it stops the service, and also when it is
 * killed: either way the service ends as on SIGTERM, on Windows too, where a process cannot be sent that signal.
 */
process.once("disconnect", () => {
  // Without a listener the service has not started yet.
  if (!process.emit("SIGTERM", "SIGTERM")) process.exit();
});
// The listener must not keep a service alive that has failed to start.
process.channel?.unref();
