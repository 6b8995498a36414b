import { NOTICE_SHARE, percentSpent } from "#lib/limits/notice-share.ts";
import type { Account } from "./account.ts";
import { nextReset } from "./period.ts";

/**
 * Returns a notice that names the limits of which 80% or more is spent, as far as this process knows without a query;
 * undefined if there are none. `atMs`: when the request arrived, in Unix ms.
 */
export function noticeOf(accounts: readonly Account[], atMs: number): string | undefined {
  let notice: string | undefined;
  for (const { limit, spent } of accounts) {
    const { noticeName, nanoUsd, interval, timeZone } = limit;
    if (noticeName === undefined || spent === undefined || spent < nanoUsd * NOTICE_SHARE) continue;
    const percent = percentSpent(spent, nanoUsd);
    const resets = interval ? `; resets at ${nextReset(interval, atMs, timeZone).toISOString()}` : "";
    const one = `${noticeName} ${percent}% used${resets}`;
    notice = notice === undefined ? one : `${notice}, ${one}`;
  }
  return notice;
}
