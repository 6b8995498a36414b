import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { vertex } from "#tests/support/clouds/vertex.ts";
import { newDataFolder } from "#tests/support/data-folder.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { post, saying } from "../calling.ts";

const audience = "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/aks/providers/oidc";
const workload = { audience, token: "token-of-the-cluster-0001", account: "gateway@acme-ai.iam.gserviceaccount.com" };
const cloud = cloudFront(sharedUpstream(), vertex({ project: "acme-ai", location: "global", workload }));
const folder = await newDataFolder({ isEmpty: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "token");
const acting = `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${workload.account}:generateAccessToken`;

/** What `gcloud iam workload-identity-pools create-cred-config` writes. */
const identity = (format: object | undefined, impersonation?: string) => ({
  type: "external_account",
  audience,
  subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
  token_url: "https://evil.example/token",
  credential_source: { file, ...(format && { format }) },
  ...(impersonation && { service_account_impersonation_url: impersonation }),
});

test.each([
  ["as itself", `${workload.token}\n`, identity(undefined), ["/sts"]],
  [
    "as a service account",
    JSON.stringify({ access_token: workload.token }),
    identity({ type: "json", subject_token_field_name: "access_token" }, acting),
    ["/sts", `/iam/v1/projects/-/serviceAccounts/${workload.account}:generateAccessToken`],
  ],
])(
  "a workload of another platform signs in %s, never at the address in its file",
  async (_as, token, config, paths) => {
    writeFileSync(file, token);
    const env = {
      GOOGLE_VERTEX_BASE_URL: cloud.url,
      GOOGLE_STS_URL: `${cloud.url}/sts`,
      GOOGLE_IAM_URL: `${cloud.url}/iam`,
      GOOGLE_VERTEX_PROJECT: "acme-ai",
      GOOGLE_VERTEX_CREDENTIALS: JSON.stringify(config),
    };
    const gateway = await openPooledGateway({ env });
    try {
      for (const _ of [1, 2]) {
        const { status, text } = await post(gateway, "chat", saying("chat", "google/gemini-2.5-flash", "Hello"));
        expect(status, text).toBe(200);
      }
      expect(cloud.requests.map(({ path }) => path).filter((path) => !path.startsWith("/v1"))).toEqual(paths);
      // Only the operator's environment has such a credential.
      const key = { project: "acme-ai", workload_identity: config };
      expect((await gateway.call("POST", "/byok", { provider: "google-vertex", key })).status).toBe(400);
    } finally {
      await gateway.stop();
    }
  },
);
