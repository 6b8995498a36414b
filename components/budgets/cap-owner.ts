import type { z } from "zod";
import type { MemberCaps } from "#lib/contract/member-caps.ts";

export type Caps = z.output<typeof MemberCaps>;
export type Cap = NonNullable<Caps["daily"]>;

/** Whose caps a dialog changes: a member's, or without an id those of members who have none. */
export type CapOwner = {
  id: string | null;
  name: string;
  daily_usd: number | null;
  monthly_usd: number | null;
  isDefault: boolean;
  daily: Cap | null;
  monthly: Cap | null;
};

export function ownerOf({ user_id, name, email, is_default, daily_usd, monthly_usd, daily, monthly }: Caps): CapOwner {
  return { id: user_id, name: name || email, isDefault: is_default, daily_usd, monthly_usd, daily, monthly };
}
