import type { CallerHeaders } from "./caller-headers.ts";

const LONGEST = 256;

/** Returns facts about the calling application for the ledger, with at most 256 characters each. */
export function application(headers: CallerHeaders): { userAgent: string | null; referer: string | null } {
  const referer = headers.get("http-referer") ?? headers.get("referer");
  return {
    userAgent: headers.get("user-agent")?.slice(0, LONGEST) ?? null,
    referer: referer?.slice(0, LONGEST) ?? null,
  };
}
