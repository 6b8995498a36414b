import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { dataAt } from "#server/dialects/text-lens.ts";

/** An object or array whose property a slot replaces in place. */
export type Holder = Record<string | number, unknown> | unknown[];

/** The text at `holder[key]`; nothing when there is none or it is empty. */
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

/** Every text below `holder[key]`, however deep: for values whose shape only a tool knows. */
export function leafSlots(holder: Holder, key: string | number, path: string, role: TextSlot["role"]): TextSlot[] {
  return dataAt(holder as Body, key, path, role).filter(({ text }) => text !== "");
}
