import { pino } from "pino";
import { loggedError } from "./logged-error.ts";

export type Log = {
  debug(facts: object, event: string): void;
  info(facts: object, event: string): void;
  warn(facts: object, event: string): void;
  error(facts: object, event: string): void;
};

const SECRET_FIELDS = ["key", "apiKey", "credential", "password", "token", "secret", "authorization", "cookie"];

/**
 * Creates a log that writes one JSON line per event to standard output; fields whose names suggest secrets are masked
 * at the first two levels.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: "event",
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: "[masked]" },
    serializers: { error: (error) => loggedError(error) },
  });
}
