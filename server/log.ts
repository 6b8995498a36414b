import { type LoggerOptions, pino } from "pino";
import pretty from "pino-pretty";
import { loggedError } from "./logged-error.ts";

export type Log = {
  debug(facts: object, event: string): void;
  info(facts: object, event: string): void;
  warn(facts: object, event: string): void;
  error(facts: object, event: string): void;
};

const SECRET_FIELDS = ["key", "apiKey", "credential", "password", "token", "secret", "authorization", "cookie"];

/**
 * Creates a log that writes one line per event to standard output, as JSON or as text for people; fields whose names
 * suggest secrets are masked at the first two levels.
 */
export function createLog(level: string, format: "json" | "text" = "json"): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: "event",
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: "[masked]" },
    serializers: { error: (error) => loggedError(error) },
  };
  return format === "json" ? pino(options) : pino(options, textLines());
}

function textLines() {
  return pretty({ sync: true, singleLine: true, colorize: process.stdout.isTTY, messageKey: "event" });
}
