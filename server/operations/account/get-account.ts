import { getAccount as endpoint } from "#lib/contract/account.ts";
import { findSignInMethods } from "#server/data/sign-in-methods.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { passkeyRecord } from "./passkey-record.ts";

export const getAccount = operation(endpoint)(async (gateway, { principal: { key, userId } }) => {
  const ways = !key && userId ? await findSignInMethods(gateway.database.queries, userId) : undefined;
  if (!ways || !userId) throw new HttpError(401, "Sign in to the console; an API key has no account");
  const { name, email, providers, passkeys, hasSecondFactor } = ways;
  return {
    user: { id: userId, name, email },
    has_password: providers.includes("credential"),
    has_second_factor: hasSecondFactor,
    passkeys: passkeys.map(passkeyRecord),
    single_sign_on: providers.some((provider) => provider !== "credential"),
  };
});
