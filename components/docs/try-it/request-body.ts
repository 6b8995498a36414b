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

/** Returns the body with `stream` added or removed; text that is not a JSON object stays as it is. */
export function setStreamed(text: string, streamed: boolean): string {
  const body = objectIn(text.trim() === "" ? "{}" : text);
  if (!body) return text;
  const { stream: _, ...rest } = body;
  return JSON.stringify({ ...rest, ...(streamed && { stream: true }) }, null, 2);
}

/** Returns a form with a file in `part`, and each field of a JSON object as text. */
export function formOf(part: string, file: File, fields: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(objectIn(fields) ?? {}))
    form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  // Last, so that the fields are known before the file arrives.
  form.append(part, file);
  return form;
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
