import type { WriteContext } from "#tests/support/administrative-writes.ts";
import type { ApiResult } from "#tests/support/servers/gateway.ts";

const CAPS = "/workspaces/default/member-caps";
const BUDGETS = "/workspaces/default/shared-budgets";

const ofMember = ({ member }: WriteContext) => `${CAPS}/${member.id}`;

async function withCap(place: WriteContext): Promise<string> {
  const path = ofMember(place);
  await place.call("PUT", path, { daily_usd: 5, monthly_usd: 50 });
  return path;
}

const override = { interval: "daily", limit_usd: 10, reason: "Release week" };

async function newBudget({ call }: WriteContext): Promise<string> {
  const { body } = await call("POST", BUDGETS, { name: `team-${crypto.randomUUID()}`, limit_usd: 5 });
  return `${BUDGETS}/${body.data.id}`;
}

/** A valid request for each administrative write of caps and shared budgets, by the id of its endpoint. */
export const capWrites: Record<string, (place: WriteContext) => Promise<ApiResult>> = {
  putDefaultCap: ({ call }) => call("PUT", CAPS, { daily_usd: null, monthly_usd: 1_000 }),
  putMemberCap: (place) => place.call("PUT", ofMember(place), { daily_usd: 5, monthly_usd: null }),
  deleteMemberCap: async (place) => place.call("DELETE", await withCap(place)),
  createCapOverride: async (place) => place.call("POST", `${await withCap(place)}/overrides`, override),
  deleteCapOverride: async (place) => {
    const path = `${await withCap(place)}/overrides`;
    await place.call("POST", path, override);
    return place.call("DELETE", `${path}/daily`);
  },
  createSharedBudget: ({ call }) => call("POST", BUDGETS, { name: `team-${crypto.randomUUID()}`, limit_usd: 5 }),
  updateSharedBudget: async (place) => place.call("PATCH", await newBudget(place), { limit_usd: 6 }),
  deleteSharedBudget: async (place) => place.call("DELETE", await newBudget(place)),
};
