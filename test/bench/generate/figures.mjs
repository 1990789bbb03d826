/** What a run may take, in seconds, by how many models there are and what has changed. */
const aims = {
  1: { cold: 1.8, "nothing changed": 0.3 },
  100: { "nothing changed": 0.3, "one model changed under --watch": 0.5 },
};

/** Figures of one size: of what `samples` has by name, the medians, beside the aims. Programs that were stopped have none. */
export function figuresOf(size, samples) {
  return [...samples].flatMap(([name, measured]) => {
    const time = median(measured.map(({ seconds }) => seconds));
    const memory = median(measured.map(({ megabytes }) => megabytes));
    if (!Number.isFinite(time)) return [];
    const base = { bench: "generate", size };
    const held = Number.isNaN(memory) ? {} : { memory: { amount: memory, unit: "MB" } };
    const values = { time: { amount: time, unit: "seconds" }, ...held };
    const aim = aims[size]?.[name];
    return [
      { ...base, name: titleOf(name), values, ...(aim && { aim: { bound: "at most", amount: aim, of: "time" } }) },
    ];
  });
}

function titleOf(name) {
  return ["cold", "nothing changed", "one model changed under --watch"].includes(name)
    ? `cmgen generate, ${name}`
    : name;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
