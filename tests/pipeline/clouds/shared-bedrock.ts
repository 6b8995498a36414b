import { bedrock } from "#tests/support/clouds/bedrock.ts";
import { bedrockMantle } from "#tests/support/clouds/bedrock-mantle.ts";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

/**
 * A fake Bedrock of one region with these models, at its runtime and at Mantle, and a gateway that has its access key; for
 * the whole test file.
 */
export function sharedBedrock(region: string, models: readonly string[], env: Record<string, string> = {}) {
  const account = {
    accessKeyId: "AKIDEXAMPLE0000000001",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
    apiKey: "ABSK-bedrock-key-00000001",
    region,
    models: [...models],
  };
  const upstream = sharedUpstream();
  const cloud = cloudFront(upstream, bedrock(account));
  const mantle = cloudFront(upstream, bedrockMantle(account));
  const gateway = sharedGateway(() => ({
    env: {
      BEDROCK_BASE_URL: cloud.url,
      BEDROCK_MANTLE_BASE_URL: mantle.url,
      BEDROCK_REGION: region,
      AWS_ACCESS_KEY_ID: account.accessKeyId,
      AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
      ...env,
    },
  }));
  return { account, upstream, cloud, mantle, gateway };
}
