import type { Body } from "#server/dialects/dialect.ts";
import type { guardResponse } from "#server/pipeline/guard/guard-output.ts";

/** Returns a whole chat completion with this content. */
export const responseWith = (content: string): Body => ({
  choices: [{ index: 0, message: { role: "assistant", content } }],
});

/** Returns the part of an attempt that guarding a response uses. */
export const attempt = () => ({ state: { notes: [] } }) as unknown as Parameters<typeof guardResponse>[1];
