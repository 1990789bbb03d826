/** The command was called in a way that cannot be followed. The message is a sentence for the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A file or folder is in the way of what the command was asked for. The message is a sentence for the user. */
export class FilesError extends Error {
  override readonly name = "FilesError";
}

/** Nothing is in the way but the moment: a service does not answer, or a time is over. The message is a sentence for the user. */
export class NotNowError extends FilesError {}
