/** The folders of a plugin's own logic, relative to its root; what their modules call; and the name that people give the folder by mistake. */
export const LOGIC_FOLDERS = [
  { folder: "src/hooks", mistaken: "src/hook", define: "defineHooks" },
  { folder: "src/controllers", mistaken: "src/controller", define: "defineController" },
  { folder: "src/schedules", mistaken: "src/schedule", define: "defineSchedule" },
  { folder: "src/endpoints", mistaken: "src/endpoint", define: "defineEndpoints" },
] as const;

/** What the folder of models is called by mistake. */
export const MISTAKEN_MODELS = { folder: "src/models", mistaken: "src/model", define: "defineModel" } as const;
