import { anthropic } from "../anthropic/anthropic.ts";
import { vertexBetas } from "../anthropic/cloud-betas.ts";
import { cloudRules } from "../anthropic/cloud-rules.ts";
import { lacksInCloud } from "../anthropic/fit-body.ts";
import type { Transport } from "../cloud/transport.ts";
import { compatible } from "../compatible/compatible.ts";
import { mistralChat, prepareForMistral } from "../compatible/strict-fields.ts";
import { google } from "../google/google.ts";
import type { Provider } from "../provider.ts";
import { mistralToolIds } from "../requests/tool-ids.ts";
import { vertexCredential } from "./credential.ts";
import { vertexEmbed } from "./embed.ts";
import { VERTEX_TIERS } from "./tier.ts";
import { claudeTransport, googleTransport, LOCATION, mistralTransport, openTransport } from "./transport.ts";

const own = {
  id: "google-vertex",
  name: "Google Vertex AI",
  baseUrl: `https://${LOCATION}-aiplatform.googleapis.com`,
  keyVariable: "GOOGLE_VERTEX_PROJECT",
  baseUrlVariable: "GOOGLE_VERTEX_BASE_URL",
  structured: vertexCredential,
  probe: { path: "/v1beta1/publishers/google/models?pageSize=1", headers: () => ({}) },
} as const;

const { tokenCount: _, soldTiers: __, video: ___, batches: ____, ...gemini } = google;
const googleModels: Provider = {
  ...gemini,
  ...own,
  transport: googleTransport,
  soldTiers: VERTEX_TIERS,
  embed: vertexEmbed,
};

const { tokenCount: _____, soldTiers: ______, batches: _______, ...messages } = anthropic;
/**
 * Claude loads URLs only at Anthropic itself and at Azure: https://platform.claude.com/docs/en/build-with-claude/vision
 */
const claude: Provider = {
  ...messages,
  ...own,
  transport: claudeTransport,
  needsContent: true,
  // https://github.com/anthropics/anthropic-sdk-python/issues/1188
  ...cloudRules(() => false),
};
if (messages.native?.messages)
  claude.native = { messages: { ...messages.native.messages, betas: vertexBetas, lacks: lacksInCloud } };

const open = textOnly(compatible(own), openTransport);
const mistral = textOnly(
  compatible({
    ...own,
    takesStreamOptions: false,
    chat: mistralChat,
    prepareChat: prepareForMistral,
    toolIds: mistralToolIds,
  }),
  mistralTransport,
);

/** Vertex AI: Gemini and other models of Google, Claude and Mistral in their own wire formats, and open models. */
export const vertex: Provider = {
  ...googleModels,
  serving(model) {
    if (model.startsWith("claude")) return claude;
    if (/^(?:mistral|codestral)-/.test(model)) return mistral;
    return model.includes("/") ? open : googleModels;
  },
};

/** Returns the parts of an adapter for text. */
function textOnly(adapter: Provider, transport: Transport): Provider {
  const { text, textReader, textDialect, textToolIds, textToolNames, textUsage, native } = adapter;
  const parts: Provider = { ...own, transport };
  return Object.assign(parts, { text, textReader, textDialect, textToolIds, textToolNames, textUsage, native });
}
