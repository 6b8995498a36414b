/** PostgreSQL's error code for a change on a read-only server. */
export const READ_ONLY = "25006";

/** The system's codes for a server that cannot be reached, and PostgreSQL's while it starts, stops or is a standby. */
const SILENT = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN", "EPIPE"],
  ...["57P01", "57P02", "57P03", "53300", READ_ONLY],
]);

/**
 * Returns whether an error means that no server that accepts changes responded, or that the connection ended. It is
 * false if a server rejected us or a statement.
 */
export function isSilent(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return SILENT.has(code ?? "") || /^(timeout expired|Connection terminated)/.test(message ?? "");
}

export function isReadOnly(error: unknown): boolean {
  return (error as { code?: unknown }).code === READ_ONLY;
}
