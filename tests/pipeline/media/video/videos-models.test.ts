import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const VEO = "google/veo-3.1-generate-preview";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "xai", "openai"], env: { VIDEO_POLL_MS: "100" } });

test("video models list their parameters", async () => {
  const { status, body } = await gateway.call("GET", "/videos/models", undefined, { key: null });
  expect(status).toBe(200);
  const veo = body.data.find(({ id }: { id: string }) => id === VEO);
  expect(veo).toMatchObject({
    supported_durations: [4, 6, 8],
    supported_resolutions: ["720p", "1080p", "4K"],
    supported_frame_images: ["first_frame", "last_frame"],
    pricing_skus: { "720p": "0.4", "1080p": "0.4", "4K": "0.6" },
  });
});
