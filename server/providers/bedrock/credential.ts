import type { BedrockCredential } from "#lib/contract/cloud-credentials.ts";
import { fieldsIn, maskedEnd, pairsIn } from "../cloud/environment-fields.ts";
import { parseCredential } from "../cloud/parsed-credential.ts";
import type { StructuredCredential } from "../cloud/transport.ts";
import { isInRegion } from "./mantle-models.ts";

/** `ambient`: credentials come from where AWS's own tools find them. */
export type BedrockFields = BedrockCredential & { ambient?: true };

/** Returns whether a credential calls a model by ARN, as application profiles and provisioned throughput are. */
export function callsArn(credential: string, model: string): boolean {
  const { models } = parseCredential<BedrockFields>(credential);
  return models?.[model]?.startsWith("arn:") ?? false;
}

/** The part of the base URL that a credential's region replaces. */
export const REGION = "{region}";

const COMMON = { inference_profile: "BEDROCK_INFERENCE_PROFILE" };
const ACCESS_KEY = {
  access_key_id: "AWS_ACCESS_KEY_ID",
  secret_access_key: "AWS_SECRET_ACCESS_KEY",
  session_token: "AWS_SESSION_TOKEN",
};

export const bedrockCredential: StructuredCredential = {
  variables: {
    region: "BEDROCK_REGION",
    api_key: "AWS_BEARER_TOKEN_BEDROCK",
    ...ACCESS_KEY,
    ...COMMON,
    models: "BEDROCK_MODELS",
  },
  fromEnvironment(variables, baseUrl) {
    const { AWS_BEARER_TOKEN_BEDROCK: key, BEDROCK_REGION: named, AWS_REGION, AWS_DEFAULT_REGION } = variables;
    // Other software reads AWS_ACCESS_KEY_ID and AWS_REGION too: only a Bedrock variable enables the provider.
    if (!key && !named) return undefined;
    const region = named ?? AWS_REGION ?? AWS_DEFAULT_REGION ?? (baseUrl.includes(REGION) ? undefined : "us-east-1");
    if (!region) throw new Error("The environment variable BEDROCK_REGION is required with AWS_BEARER_TOKEN_BEDROCK.");
    const models = pairsIn(variables.BEDROCK_MODELS);
    const shared = { region, ...fieldsIn(variables, COMMON), ...(models && { models }) };
    if (key) return { ...shared, api_key: key };
    return variables.AWS_ACCESS_KEY_ID
      ? { ...shared, ...fieldsIn(variables, ACCESS_KEY) }
      : { ...shared, ambient: true };
  },
  label(credential) {
    const { region, api_key: key, access_key_id: id } = parseCredential<BedrockFields>(credential);
    return [region, maskedEnd(id ?? key)].join(" ");
  },
  dataRegion(credential, model) {
    const { region = "", models } = parseCredential<BedrockFields>(credential);
    const called = models?.[model] ?? model;
    // An application inference profile may be a copy of any other profile.
    if (called.includes(":application-inference-profile/")) return undefined;
    const id = called.startsWith("arn:") ? called.slice(called.indexOf("/") + 1) : called;
    return regionOfPlace(PREFIX.exec(id)?.[1] ?? called.split(":")[3] ?? region);
  },
  // Calls through a profile are priced by the region that they are sent to, too.
  priceRegion: (credential) => parseCredential<BedrockFields>(credential).region,
  covers(credential, model) {
    const { region = "", models, inference_profile: profile } = parseCredential<BedrockFields>(credential);
    if (models) return models[model] !== undefined;
    const prefix = PREFIX.exec(model)?.[1];
    if (prefix === undefined) return isInRegion(model, region) && (profile === "none" || !needsProfile(model, region));
    return profile ? prefix === profile : geographiesOf(region).includes(prefix);
  },
};

/** Prefixes of cross-region inference profiles: a geography, or all regions. */
const PREFIX = /^(us-gov|us|eu|apac|jp|au|ca|in|global)\./;

/**
 * Models that some regions serve only through a profile, with these regions
 * (https://docs.aws.amazon.com/bedrock/latest/userguide/batch-inference-supported.html and models-supported.html).
 */
const WITH_PROFILE: readonly [models: RegExp, regions: RegExp][] = [
  [
    /^amazon\.nova-(?:pro|lite|micro)-v1/,
    /^(?:us-(?:east-2|west-2)|ap-(?:northeast-[12]|south-1|southeast-[12])|eu-(?:central-1|north-1|south-[12]|west-[13]))$/,
  ],
  [/^meta\.llama3-1-/, /^us-east-/],
  [/^meta\.llama3-3-/, /^us-(?:east-1|west-2)$/],
  [/^writer\./, /^us-east-/],
];

function needsProfile(model: string, region: string): boolean {
  return WITH_PROFILE.some(([models, regions]) => models.test(model) && regions.test(region));
}

/** Returns the data region of a profile's geography or of an AWS region. */
function regionOfPlace(place: string): string {
  if (/^eu(?:$|-)/.test(place)) return "europe";
  return /^us(?:$|-)/.test(place) ? "us" : place;
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html */
function geographiesOf(region: string): string[] {
  if (region.startsWith("us-gov-")) return ["us-gov"];
  if (region === "ap-northeast-1" || region === "ap-northeast-3") return ["jp", "apac"];
  if (region === "ap-southeast-2" || region === "ap-southeast-4") return ["au", "apac"];
  if (region === "ap-south-1" || region === "ap-south-2") return ["in", "apac"];
  const [area = ""] = region.split("-");
  return area === "ap" ? ["apac"] : [area];
}
