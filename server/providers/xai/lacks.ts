/** Models that do not reason; all others reject these settings: https://docs.x.ai/docs/guides/reasoning */
const PLAIN = /non-reasoning|^grok-[23](?!.*mini)/;

/** Returns the settings that xAI rejects for a model. */
export function xaiLacks(model: string): readonly string[] {
  return PLAIN.test(model) ? [] : ["presence_penalty", "frequency_penalty", "stop"];
}
