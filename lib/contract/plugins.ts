import { z } from "zod";
import { domains, WebFetchSettings, WebSearchSettings } from "./server-tools.ts";
import { settingsObject } from "./settings-object.ts";

const enabled = z.boolean().optional();
const names = z.array(z.string().min(1)).max(100).optional();

const autoRouter = {
  enabled,
  allowed_models: names,
  excluded_models: names,
  cost_tier: z.enum(["low", "medium", "high", "xhigh", "max"]).optional(),
  cost_quality_tradeoff: z.number().min(0).max(10).optional(),
};

// The ids and settings that published clients send.
const Plugin = z.discriminatedUnion("id", [
  settingsObject({
    id: z.literal("web"),
    enabled,
    engine: WebSearchSettings.shape.engine,
    max_results: WebSearchSettings.shape.max_results,
    max_uses: z.number().int().min(1).optional(),
    search_prompt: z.string().max(10_000).optional(),
    include_domains: domains,
    exclude_domains: domains,
    mode: WebSearchSettings.shape.mode,
    user_location: z.looseObject({}).nullish(),
  }),
  settingsObject({ id: z.literal("web-fetch"), enabled, ...WebFetchSettings.shape }),
  settingsObject({
    id: z.literal("file-parser"),
    enabled,
    pdf: z
      .strictObject({ engine: z.enum(["pdf-text", "cloudflare-ai", "native", "mistral-ocr"]).optional() })
      .nullish(),
  }),
  settingsObject({ id: z.literal("context-compression"), enabled, engine: z.literal("middle-out").optional() }),
  settingsObject({ id: z.literal("response-healing"), enabled }),
  settingsObject({ id: z.literal("moderation"), enabled }),
  settingsObject({ id: z.literal("auto-router"), ...autoRouter, pin_model: z.string().optional() }),
  settingsObject({ id: z.literal("auto-beta-router"), ...autoRouter }),
]);

/** Plugins that every text request of a workspace uses unless it says otherwise. */
export const DefaultPlugins = z
  .array(Plugin)
  .max(20)
  .refine((plugins) => new Set(plugins.map(({ id }) => id)).size === plugins.length, {
    error: "a plugin can be listed only once",
  })
  .nullish()
  .describe(
    "Plugins for text requests that do not list a plugin with the same `id`. A request turns one off with " +
      "`{id, enabled: false}`.",
  );

export const Plugins = z
  .array(Plugin)
  .nullish()
  .describe(
    "Plugins for the request. `web` searches the web before the model answers; `web-fetch` lets the model read web " +
      "pages; `file-parser` sends PDF and office files as text; `response-healing` repairs broken JSON in responses " +
      "that are not streamed; `context-compression` drops turns from the middle of conversations that are too long; " +
      "`moderation` rejects flagged requests; `auto-router` chooses the model for `switchboard/auto`. What a plugin " +
      "did is in the routing metadata and the log.",
  );
