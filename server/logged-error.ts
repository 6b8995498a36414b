/** The parts of an error that are logged: never a prompt, a body or a query's parameters. */
export type LoggedError = {
  type: string;
  /** SQLSTATE of a database error, or the system's code (`ECONNRESET`). */
  code?: string;
  /** HTTP status of an upstream's error. */
  status?: number;
  message?: string;
  /** Command and table of a failed SQL statement. */
  statement?: string;
  stack?: string;
  cause?: LoggedError;
};

/**
 * Classes whose messages are logged. Messages of other classes, such as database and parser errors, may quote their
 * input.
 */
const PLAIN = new Set(["Error", "TypeError", "RangeError", "ReferenceError", "AggregateError"]);
const MAX_MESSAGE = 500;
const MAX_CAUSES = 4;

/** Returns the parts of an error that may be logged; of any other value, only its type. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { query, code, status, severity } = error as Error & Record<string, unknown>;
  const type = error.constructor.name;
  const isPlain = PLAIN.has(type) && severity === undefined && query === undefined;
  const stack = error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
  return {
    type,
    ...(typeof code === "string" && { code: code.slice(0, 64) }),
    ...(typeof status === "number" && { status }),
    ...(isPlain && { message: error.message.slice(0, MAX_MESSAGE) }),
    ...(typeof query === "string" && { statement: statementName(query) }),
    ...(stack && { stack }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: loggedError(error.cause, depth + 1) }),
  };
}

/** Returns `insert into generation` instead of the whole statement, which may contain values. */
function statementName(query: string): string {
  const command = /\b(insert|update|delete|select|merge|create|alter|drop|truncate)\b/i.exec(query)?.[1]?.toLowerCase();
  const table = /\b(?:into|update|from|table)\s+"?(\w{1,63})"?/i.exec(query)?.[1];
  return [command ?? "statement", table].filter(Boolean).join(" ");
}
