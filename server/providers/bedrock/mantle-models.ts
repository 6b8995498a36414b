/**
 * The models that are called at Bedrock Mantle: without a profile, the runtime has none of them. The AI SDK's package
 * (`@ai-sdk/amazon-bedrock/mantle`) tells them apart in the same way.
 */
const MANTLE = /^(?:openai\.gpt-\d|xai\.|google\.gemma-4)/;

/**
 * The regions of these models, from their model cards
 * (https://docs.aws.amazon.com/bedrock/latest/userguide/models-region-compatibility.html). Regions for governments are
 * left out: they have prices of their own, which no source states. Newer models are called in every region.
 */
const REGIONS: readonly [models: RegExp, regions: RegExp][] = [
  [/^openai\.gpt-5\.4$/, /^us-(?:east-[12]|west-2)$/],
  [/^openai\.gpt-5\.5$/, /^us-east-[12]$/],
  [/^xai\.grok-4\.3$/, /^us-(?:east-[12]|west-2)$/],
  [/^xai\.grok-4\.6$/, /^us-west-2$/],
  [/^google\.gemma-4-/, /^(?:us-(?:east-[12]|west-2)|eu-central-1)$/],
];

/** Returns whether a model (upstream name) is called at Bedrock Mantle. */
export function isAtMantle(model: string): boolean {
  return MANTLE.test(model);
}

/** Returns whether a model may be called in a region: all but those known to be elsewhere. */
export function isInRegion(model: string, region: string): boolean {
  return REGIONS.every(([models, regions]) => !models.test(model) || regions.test(region));
}
