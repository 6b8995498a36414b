import { addPasskey, startPasskey } from "#lib/contract/account.ts";
import { ApiError } from "./api-error.ts";
import { call } from "./client.ts";
import { makePasskey } from "./passkey.ts";

/** Creates a passkey in the browser and stores it under a name. Throws ApiError if either step fails. */
export async function createPasskey(name: string): Promise<void> {
  const { options } = await call(startPasskey);
  const response = await makePasskey(options);
  if (!response) throw new ApiError(0, "No passkey was created. The device may already have one for this account.");
  await call(addPasskey, { body: { name, response } });
}
