import { DEVICE_GRANT, issueDeviceKey as endpoint } from "#lib/contract/device.ts";
import { networkOf } from "#server/auth/sign-in-throttle.ts";
import { operation } from "#server/http/operation.ts";
import { redeemDeviceCode } from "./redeem-device-code.ts";
import { renewAgentKey } from "./renew-agent-key.ts";

export const issueDeviceKey = operation(endpoint)(async (gateway, call) => {
  const { body } = call;
  await gateway.rates.takeStep("device-token", networkOf(call.address));
  return body.grant_type === DEVICE_GRANT
    ? await redeemDeviceCode(gateway, call, body.device_code)
    : await renewAgentKey(gateway, call, body.refresh_token);
});
