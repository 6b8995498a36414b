import type { ListPosition } from "#server/data/generation-list.ts";
import { HttpError } from "#server/errors.ts";

/** Returns a position in a list of generations as text. */
export function cursorOf({ at, id }: ListPosition): string {
  return Buffer.from(`${at} ${id}`).toString("base64url");
}

/** Reads a position. Throws 400 if it is none. */
export function positionOf(cursor: string): ListPosition {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (.{1,200})$/.exec(
    Buffer.from(cursor, "base64url").toString(),
  );
  const [, at, id] = match ?? [];
  if (!at || !id || Number.isNaN(Date.parse(at)))
    throw new HttpError(400, "Invalid query: cursor: does not belong to this list");
  return { at, id };
}
