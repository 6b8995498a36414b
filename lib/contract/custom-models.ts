import { z } from "zod";
import { UsageUnitName } from "./prices.ts";

export const MODEL_INPUTS = ["text", "image", "file", "audio", "video"] as const;
export const MODEL_OUTPUTS = ["text", "image", "video", "embeddings", "rerank", "speech", "transcription"] as const;

/** The units whose prices are stated per million; all others are priced one by one. */
export const UNITS_PER_MILLION: readonly z.output<typeof UsageUnitName>[] = UsageUnitName.options.filter(
  (unit) => unit.endsWith("_tokens") || unit === "characters",
);

/** The largest price of a single unit that is exact in nano-USD per million. */
const MOST_USD_PER_UNIT = 9;

const Prices = z
  .partialRecord(
    UsageUnitName,
    z.string().regex(/^\d{1,6}(?:\.\d{1,9})?$/, "An amount in USD with up to 9 decimals, e.g. `0.15`"),
  )
  .superRefine((prices, context) => {
    for (const [unit, price] of Object.entries(prices))
      if (!UNITS_PER_MILLION.some((one) => one === unit) && Number(price) > MOST_USD_PER_UNIT)
        context.addIssue({ code: "custom", path: [unit], message: `At most ${MOST_USD_PER_UNIT} USD per unit` });
  })
  .describe(
    "Prices in USD as decimal strings: per million tokens or characters, per unit for the others. `0` is free. " +
      "A model whose billed units have no price is unpriced, not free.",
  );

const tokens = z.number().int().min(1).max(1_000_000_000).nullable();
const Parameter = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "A parameter name such as `temperature`");

export const CustomModel = z
  .strictObject({
    id: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/, "1 to 200 characters without spaces")
      .describe("The server's name for the model"),
    model: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .nullable()
      .default(null)
      .describe("ID of the catalogue model that it serves. Null adds a separate model: `<slug>/<id>`."),
    name: z.string().trim().min(1).max(200).nullable().default(null).describe("Display name. Defaults to `id`."),
    context_length: tokens.default(null),
    max_output_tokens: tokens.default(null),
    input_modalities: z.array(z.enum(MODEL_INPUTS)).min(1).max(MODEL_INPUTS.length).default(["text"]),
    output_modalities: z
      .array(z.enum(MODEL_OUTPUTS))
      .min(1)
      .max(MODEL_OUTPUTS.length)
      .nullable()
      .default(null)
      .describe("Null derives them from the model's name, or from the catalogue model"),
    supported_parameters: z
      .array(Parameter)
      .max(100)
      .nullable()
      .default(null)
      .describe("Null means the usual parameters, including `tools`"),
    prices: Prices.default({}),
  })
  .meta({ id: "CustomModel" });

/** The models of one provider, each listed once. */
export const CustomModels = z
  .array(CustomModel)
  .max(500)
  .superRefine((models, context) => {
    const seen = new Set<string>();
    for (const [index, { id, model }] of models.entries()) {
      for (const name of model === null ? [id] : [id, `=${model}`]) {
        if (seen.has(name)) context.addIssue({ code: "custom", path: [index, "id"], message: "is listed twice" });
        seen.add(name);
      }
    }
  });
