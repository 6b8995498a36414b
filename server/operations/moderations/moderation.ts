import type { ModerationRequest } from "#lib/contract/moderations.ts";
import type { Model } from "#server/catalogue/model.ts";
import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { inlineFiles } from "#server/dialects/request/inline-files.ts";
import { leavesAt } from "#server/dialects/text-slots.ts";
import type { MediaOperation } from "#server/pipeline/media/media-operation.ts";
import type { Moderated } from "#server/providers/media.ts";

/** Checks texts and images for harmful content. Every provider that we know of does so for free, by the request. */
export const moderation: MediaOperation<ModerationRequest, Moderated> = {
  id: "createModeration",
  makes: "moderation",
  serves: (provider) => provider.moderate !== undefined,
  refuses: ({ input }, _, model) => refusalOf(input, model),
  findTexts: moderationTexts,
  estimate: () => ({ requests: 1 }),
  bound: () => ({ requests: 1 }),
  ask(provider, call) {
    if (!provider.moderate) throw new Error(`${provider.id} does not support moderation`);
    return provider.moderate(call);
  },
  reply: ({ results }, { id, model, cost, isByok }) => ({ id, model, results, usage: { cost, is_byok: isByok } }),
};

function refusalOf(input: ModerationRequest["input"], { id, inputModalities }: Model): string | undefined {
  if (inputModalities.includes("image") || typeof input === "string") return undefined;
  const hasImage = input.some((part) => typeof part === "object" && part.type === "image_url");
  return hasImage ? `input: ${id} does not support images` : undefined;
}

/** Fields for names, without text that a model reads. */
const NO_TEXTS: ReadonlySet<string> = new Set(["model", "input", "provider", "session_id", "user", "tags", "trace"]);
/** Part fields that are not text; the addresses of images are read on their own. */
const NO_LEAVES: ReadonlySet<string> = new Set(["type", "image_url"]);

/** Returns every text of a request; images cannot be read, except for those drawn as text (SVG). */
function moderationTexts(body: Body): { slots: TextSlot[]; unreadable: string[] } {
  const { texts, unreadable } = inlineFiles(body);
  const others = Object.keys(body).filter((name) => !NO_TEXTS.has(name));
  return {
    slots: [
      ...leavesAt(body, "input", "input", "user", NO_LEAVES),
      ...others.flatMap((name) => leavesAt(body, name, name, "user")),
      ...texts,
    ],
    unreadable,
  };
}
