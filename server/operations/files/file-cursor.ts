import { HttpError } from "#server/errors.ts";

/** Returns the cursor of a place in a list of files. */
export function cursorOf(position: number): string {
  return Buffer.from(`file ${position}`).toString("base64url");
}

/** Reads a cursor. Throws 400, naming `field`, for one that does not belong to a list of files. */
export function readCursor(cursor: string, field = "cursor"): number {
  const [, position] = /^file (\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (position) return Number(position);
  throw new HttpError(400, `Invalid query: ${field}: does not belong to this list`);
}
