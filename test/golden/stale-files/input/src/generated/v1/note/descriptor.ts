// What an earlier release wrote.

export const descriptor = 1;
