import { authorizeDevice as endpoint } from "#lib/contract/device.ts";
import { newLinkToken } from "#server/auth/link-token.ts";
import { networkOf } from "#server/auth/sign-in-throttle.ts";
import { insertDeviceCode } from "#server/data/device-codes.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { oauthError } from "./oauth-error.ts";
import { hashUserCode, newUserCode } from "./user-code.ts";

const LIFETIME_SECONDS = 600;
const INTERVAL_SECONDS = 5;
/** The most sign-ins that wait for a person at the same time. */
const MAX_PENDING = 10_000;

export const authorizeDevice = operation(endpoint)(async (gateway, { body, address, request }) => {
  const { environment, rates, database } = gateway;
  if (environment.AGENT_SIGN_IN_DAYS === 0)
    throw oauthError("access_denied", "Agents cannot sign in to this gateway; use an API key", 403);
  await rates.takeStep("device", networkOf(address));
  const { token, tokenHash } = newLinkToken();
  const userCode = newUserCode();
  const createdAt = new Date(gateway.now());
  const values = {
    deviceHash: tokenHash,
    userHash: hashUserCode(gateway, userCode),
    agent: { name: body.client_id, device: body.device_name ?? null },
    address,
    intervalSeconds: INTERVAL_SECONDS,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + LIFETIME_SECONDS * 1000),
  };
  const isAdded = await database.queries.transaction((queries) => insertDeviceCode(queries, values, MAX_PENDING));
  if (!isAdded)
    throw new HttpError(429, "Too many agents are waiting to sign in", { headers: { "retry-after": "60" } });
  const code = `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
  const page = new URL("/device", environment.PUBLIC_URL ?? request.url).href;
  return {
    device_code: token,
    user_code: code,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${code}`,
    expires_in: LIFETIME_SECONDS,
    interval: INTERVAL_SECONDS,
  };
});
