import type { Model, ModelEndpoint, Price } from "../model.ts";

/** A price source's content in our format. */
export type RefreshDocument = {
  format: "switchboard" | "models.dev";
  source: string;
  revision: string;
  /** YYYY-MM-DD. */
  asOf: string;
  /** Models and endpoints that the catalogue may not know yet. */
  models: Model[];
  endpoints: ModelEndpoint[];
  prices: Price[];
  /** Every model endpoint that the source lists, with or without a price. */
  listed: ReadonlySet<string>;
  /** The source states everything an endpoint bills, so a missing price is withdrawn. */
  isComplete: boolean;
};
