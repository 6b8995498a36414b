import type { ResponseOf } from "#lib/contract/endpoint.ts";
import * as contract from "#lib/contract/session.ts";
import type { CurrentUser } from "#server/auth/accounts/accounts.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "./session-response.ts";

type Session = ResponseOf<typeof contract.getSession>;

export const getSession = operation(contract.getSession)(async ({ accounts }, { request }) => {
  const [current, setUpNeeded, providers] = await Promise.all([
    accounts.current(request),
    accounts.setUpNeeded(),
    accounts.singleSignOn(),
  ]);
  const common = { set_up_needed: setUpNeeded, single_sign_on: providers };
  return sessionResponse(contract.getSession, { ...toWire(current), ...common }, current?.cookie);
});

function toWire(current: CurrentUser | undefined): Omit<Session, "set_up_needed" | "single_sign_on"> {
  return {
    user: current?.user ?? null,
    organization: current?.organization ?? null,
    role: current?.role ?? null,
    second_factor: current?.secondFactorStep ?? null,
    workspaces: (current?.workspaces ?? []).map(({ isDefault, ...workspace }) => ({
      ...workspace,
      is_default: isDefault,
    })),
  };
}
