import { expect, test } from "vitest";
import { bedrockCredential } from "#server/providers/bedrock/credential.ts";

const [NOVA, LLAMA] = ["amazon.nova-pro-v1:0", "meta.llama3-3-70b-instruct-v1:0"];
const [TITAN, CLAUDE] = ["amazon.titan-embed-text-v2:0", "anthropic.claude-opus-5-5"];

/** Returns what a credential calls, of each model's own ID and its profiles. */
function called(fields: object): string[] {
  const ids = [NOVA, LLAMA, TITAN, CLAUDE].flatMap((id) => [
    ...(id === CLAUDE ? [] : [id]),
    ...["us", "eu", "apac", "in", "global"].map((prefix) => `${prefix}.${id}`),
  ]);
  return ids.filter((id) => bedrockCredential.covers?.(JSON.stringify(fields), id) && isServed(id));
}

/** Of these models, Titan has no profiles, and the others not all of them. */
function isServed(id: string): boolean {
  if (id.endsWith(TITAN)) return id === TITAN;
  if (id.endsWith(LLAMA)) return id === LLAMA || id.startsWith("us.");
  return id.endsWith(NOVA) ? !/^(?:in|global)\./.test(id) : !/^(?:in|apac)\./.test(id);
}

// https://docs.aws.amazon.com/bedrock/latest/userguide/batch-inference-supported.html has a column for each.
test.each([
  [{ region: "eu-central-1" }, [`eu.${NOVA}`, LLAMA, TITAN, `eu.${CLAUDE}`]],
  [{ region: "us-east-1" }, [NOVA, `us.${NOVA}`, `us.${LLAMA}`, TITAN, `us.${CLAUDE}`]],
  [{ region: "us-east-2" }, [`us.${NOVA}`, LLAMA, `us.${LLAMA}`, TITAN, `us.${CLAUDE}`]],
  [{ region: "ap-south-1" }, [`apac.${NOVA}`, LLAMA, TITAN]],
  [{ region: "ap-south-1", inference_profile: "global" }, [LLAMA, TITAN, `global.${CLAUDE}`]],
  [{ region: "eu-central-1", inference_profile: "none" }, [NOVA, LLAMA, TITAN]],
])("%j calls %j", (fields, expected) => {
  expect(called(fields)).toEqual(expected);
});

test("a profile for India serves the regions of India only", () => {
  const covers = (region: string) => bedrockCredential.covers?.(JSON.stringify({ region }), "in.openai.gpt-5.6-terra");
  expect(["ap-south-1", "ap-south-2", "ap-southeast-1", "us-east-1"].map(covers)).toEqual([true, true, false, false]);
});

// https://docs.aws.amazon.com/bedrock/latest/userguide/models-region-compatibility.html
test.each([
  ["openai.gpt-5.5", ["us-east-1", "us-east-2"]],
  ["xai.grok-4.6", ["us-west-2"]],
  ["google.gemma-4-31b", ["us-east-1", "us-east-2", "us-west-2", "eu-central-1"]],
])("%s is called only in %j", (model, expected) => {
  const regions = ["us-east-1", "us-east-2", "us-west-1", "us-west-2", "us-gov-west-1", "eu-central-1", "eu-west-1"];
  const covers = (region: string) => bedrockCredential.covers?.(JSON.stringify({ region }), model);
  expect(regions.filter(covers)).toEqual(expected);
});
