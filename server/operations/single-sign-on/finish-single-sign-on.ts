import { finishSingleSignOn as endpoint } from "#lib/contract/single-sign-on.ts";
import { announce } from "#server/data/changes.ts";
import { operation } from "#server/http/operation.ts";
import { recordJoin } from "../session/record-join.ts";

export const finishSingleSignOn = operation(endpoint)(
  async ({ accounts, database, rates }, { request, requestId, address, params }) => {
    await rates.takeStep("single-sign-on", address);
    const { location, cookie } = await accounts.finishSingleSignOn(
      request,
      address,
      params.provider,
      (queries, member) => recordJoin(queries, { requestId, address }, member),
    );
    // An invitation may have been accepted during sign-in.
    await announce(database, "workspaces");
    const headers = { location, "cache-control": "no-store", ...(cookie && { "set-cookie": cookie }) };
    return { status: 302, headers, body: null };
  },
);
