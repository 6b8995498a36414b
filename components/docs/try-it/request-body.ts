import { isRecord } from "#lib/is-record.ts";

/** Returns what is wrong with a request body; undefined if it is JSON or blank. */
export function jsonProblem(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `This is not valid JSON: ${error instanceof Error ? error.message : "check its commas and quotes"}`;
  }
}

/** Returns whether the body asks for a stream. */
export function isStreamed(text: string): boolean {
  return objectIn(text)?.stream === true;
}

/** Returns the body with `stream` added or removed; text that is no JSON object stays as it is. */
export function setStreamed(text: string, streamed: boolean): string {
  const body = objectIn(text.trim() === "" ? "{}" : text);
  if (!body) return text;
  const { stream: _, ...rest } = body;
  return JSON.stringify({ ...rest, ...(streamed && { stream: true }) }, null, 2);
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
