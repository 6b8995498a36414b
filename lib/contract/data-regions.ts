import { z } from "zod";

/** Where a provider may process prompts and responses. `global` stands for anywhere, unknown places included. */
export const DATA_REGIONS = ["global", "europe", "us"] as const;

export const DataRegion = z.enum(DATA_REGIONS);
export type DataRegion = z.output<typeof DataRegion>;

export const DataRegions = z
  .array(DataRegion)
  .min(1)
  .max(DATA_REGIONS.length)
  .describe(
    "Where providers may process prompts and responses. Model endpoints in an unknown region are excluded, unless the " +
      "list contains `global`.",
  );
