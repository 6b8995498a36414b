import { expect, test } from "vitest";
import type { Usage } from "#server/providers/usage/usage.ts";

type Row = [name: string, raw: Record<string, unknown>, usage: Usage];

/** One test for each usage block that a provider documents, with the result of its reader. */
export function table(read: (raw: Record<string, unknown>) => Usage, rows: Row[]): void {
  test.each(rows)("%s", (_, raw, usage) => expect(read(raw)).toEqual(usage));
}
