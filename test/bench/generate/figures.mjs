/** What a run may take, in seconds, by how many models there are and what has changed; and its memory, in MB. */
const aims = {
  1: { cold: { time: 1.8 } },
  1000: { cold: { time: 13, memory: 700 }, "one model changed": { time: 3 }, "nothing changed": { time: 0.5 } },
};

/** Figures of one size: of what `samples` has by name, the medians, beside the aims. Programs that were stopped have none. */
export function figuresOf(size, samples) {
  return [...samples].flatMap(([name, measured]) => {
    const time = median(measured.map(({ seconds }) => seconds));
    const memory = median(measured.map(({ megabytes }) => megabytes));
    if (!Number.isFinite(time)) return [];
    const base = { bench: "generate", size };
    const values = { time: { amount: time, unit: "seconds" }, memory: { amount: memory, unit: "MB" } };
    const aim = aims[size]?.[name] ?? {};
    const timed = { ...base, name: titleOf(name), values, ...(aim.time && { aim: atMost(aim.time, "time") }) };
    if (aim.memory === undefined) return [timed];
    const held = { memory: values.memory };
    return [timed, { ...base, name: `${titleOf(name)}: memory`, values: held, aim: atMost(aim.memory, "memory") }];
  });
}

function titleOf(name) {
  return ["cold", "nothing changed", "one model changed"].includes(name) ? `cmgen generate, ${name}` : name;
}

function atMost(amount, of) {
  return { bound: "at most", amount, of };
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
