import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { dataAt } from "#server/dialects/text-slots.ts";

/** An object or array with a property that a slot replaces in place. */
export type Holder = Record<string | number, unknown> | unknown[];

/** Returns the text at `holder[key]`; nothing if it is missing or empty. */
export function slot(holder: Holder, key: string | number, path: string, role: TextSlot["role"]): TextSlot[] {
  const fields = holder as Record<string | number, unknown>;
  const text = fields[key];
  if (typeof text !== "string" || text === "") return [];
  return [
    {
      role,
      path,
      text,
      replace(replacement) {
        fields[key] = replacement;
      },
    },
  ];
}

/** Returns every text below `holder[key]` at any depth, for values whose structure only the tool knows. */
export function leafSlots(holder: Holder, key: string | number, path: string, role: TextSlot["role"]): TextSlot[] {
  return dataAt(holder as Body, key, path, role).filter(({ text }) => text !== "");
}
