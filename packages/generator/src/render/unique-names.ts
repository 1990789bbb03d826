/**
 * Names for `wanted`, in its order: each as wanted while it is free and none of `taken`, else with the least number behind it
 * that makes it free.
 */
export function uniqueNames(wanted: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set(taken);
  return wanted.map((name) => {
    let free = name;
    for (let number = 2; used.has(free); number += 1) free = `${name}${number}`;
    used.add(free);
    return free;
  });
}
