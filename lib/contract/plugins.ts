import { z } from "zod";
import { WebFetchSettings, WebSearchSettings } from "./server-tools.ts";

const enabled = z.boolean().optional();
const names = z.array(z.string().min(1)).max(100).optional();

// The settings that the published clients of the field send. `EFFECTIVE_PLUGINS` names those with an effect.
const Plugin = z.discriminatedUnion("id", [
  z.strictObject({
    id: z.literal("web"),
    enabled,
    engine: WebSearchSettings.shape.engine,
    max_results: WebSearchSettings.shape.max_results,
    max_uses: z.number().int().min(1).optional(),
    search_prompt: z.string().max(10_000).optional(),
    include_domains: names,
    exclude_domains: names,
    mode: z.string().optional(),
    user_location: z.looseObject({}).nullish(),
    x_search: z.looseObject({}).nullish(),
  }),
  z.strictObject({ id: z.literal("web-fetch"), enabled, ...WebFetchSettings.shape }),
  z.strictObject({ id: z.literal("file-parser"), enabled, pdf: z.looseObject({}).nullish() }),
  z.strictObject({ id: z.literal("context-compression"), enabled, engine: z.literal("middle-out").optional() }),
  z.strictObject({ id: z.literal("response-healing"), enabled }),
  z.strictObject({ id: z.literal("moderation"), enabled }),
  z.looseObject({ id: z.enum(["auto-router", "auto-beta-router"]), enabled, allowed_models: names }),
  z.looseObject({ id: z.enum(["pareto-router", "switchyard-router", "fusion"]), enabled }),
]);

/** The plugins that do something. */
export const EFFECTIVE_PLUGINS: readonly string[] = ["web", "web-fetch"];

export const Plugins = z
  .array(Plugin)
  .nullish()
  .describe(
    "Plugins of the request. `web` searches the web before the model answers, and `web-fetch` lets the model read web " +
      "pages; the others have no effect yet.",
  );
