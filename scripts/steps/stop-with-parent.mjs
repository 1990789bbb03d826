const CHECK_MS = 250;

/**
 * Ends this process gracefully once the one that started it is gone. npm runs scripts in a shell: a SIGTERM to npm ends the shell, which
 * passes nothing on, and the script would run on alone with its port taken.
 */
export function stopWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, CHECK_MS);
  timer.unref();
}
