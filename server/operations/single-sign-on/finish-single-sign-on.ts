import { finishSingleSignOn as endpoint } from "#lib/contract/single-sign-on.ts";
import { announce } from "#server/data/changes.ts";
import { operation } from "#server/http/operation.ts";
import { recordEffects } from "../provisioning/record-effects.ts";
import { memberPrincipal, recordJoin } from "../session/record-join.ts";

export const finishSingleSignOn = operation(endpoint)(
  async ({ accounts, database, keys, rates }, { request, requestId, address, params }) => {
    await rates.takeStep("single-sign-on", address);
    const { location, cookie } = await accounts.finishSingleSignOn(request, address, params.provider, {
      join: (queries, member) => recordJoin(queries, { requestId, address }, member),
      mapping: (queries, { organizationId, effect }) =>
        recordEffects(queries, { requestId, address, principal: memberPrincipal(organizationId, effect.userId) }, [
          effect,
        ]),
    });
    // The user may have joined during sign-in, and group mappings may have changed their role and disabled their keys.
    await keys.refresh();
    await announce(database, "workspaces");
    const headers = { location, "cache-control": "no-store", ...(cookie && { "set-cookie": cookie }) };
    return { status: 302, headers, body: null };
  },
);
