import type { DestinationType, ObjectFormat } from "#lib/contract/destination-config.ts";
import { headersIn, linesOf } from "#lib/header-lines.ts";
import type { Destination } from "./destination-view.ts";

/** The values of the form, for every type; fields of the configuration have the contract's names. */
export type DestinationValues = {
  name: string;
  type: DestinationType;
  url: string;
  method: "POST" | "PUT";
  endpoint: string;
  headers: string;
  bucketName: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  prefix: string;
  pathTemplate: string;
  format: ObjectFormat;
  keys: string[] | null;
  samplingPercent: number | null;
  sendsContent: boolean;
  sendsCost: boolean;
  sendsIdentity: boolean;
  sendsContext: boolean;
};

export const NEW_DESTINATION: DestinationValues = {
  name: "",
  type: "webhook",
  url: "",
  method: "POST",
  endpoint: "",
  headers: "",
  bucketName: "",
  region: "",
  accessKeyId: "",
  secretAccessKey: "",
  prefix: "switchboard-traces",
  pathTemplate: "{prefix}/{date}",
  format: "ndjson",
  keys: null,
  samplingPercent: 100,
  sendsContent: false,
  sendsCost: true,
  sendsIdentity: false,
  sendsContext: false,
};

/** The initial path of a type whose objects have one. */
export const PATH_TEMPLATES: Partial<Record<DestinationType, string>> = { s3: "{prefix}/{date}", disk: "{date}" };

/** Returns the values of a stored destination, with its secrets masked. */
export function valuesOf(destination: Destination): DestinationValues {
  const { headers, ...config } = destination.config as {
    headers?: Record<string, string>;
  } & Partial<DestinationValues>;
  return {
    ...NEW_DESTINATION,
    ...config,
    headers: linesOf(headers ?? {}),
    name: destination.name,
    type: destination.type,
    keys: destination.api_key_hashes ?? null,
    // Rounded to the smallest step of the contract, because 0.07 * 100 is 7.000000000000001.
    samplingPercent: Math.round(destination.sampling_rate * 1e6) / 1e4,
    sendsContent: !destination.privacy_mode,
    sendsCost: destination.broadcast_generation_cost,
    sendsIdentity: destination.broadcast_generation_identity,
    sendsContext: destination.broadcast_generation_request_context,
  };
}

/** Returns the part of a request body that every type has. */
export function sharedBodyOf(values: DestinationValues) {
  return {
    name: values.name,
    api_key_hashes: values.keys,
    sampling_rate: (values.samplingPercent ?? 0) / 100,
    privacy_mode: !values.sendsContent,
    broadcast_generation_cost: values.sendsCost,
    broadcast_generation_identity: values.sendsIdentity,
    broadcast_generation_request_context: values.sendsContext,
  };
}

/** Returns the configuration of the values' type. */
export function configOf(values: DestinationValues) {
  const headers = headersIn(values.headers);
  const { url, method, endpoint, bucketName, region, accessKeyId, secretAccessKey, prefix, pathTemplate, format } =
    values;
  switch (values.type) {
    case "webhook":
      return { type: "webhook" as const, config: { url, method, headers } };
    case "otel-collector":
      return { type: "otel-collector" as const, config: { endpoint, headers } };
    case "s3":
      return {
        type: "s3" as const,
        config: {
          bucketName,
          accessKeyId,
          secretAccessKey,
          prefix,
          pathTemplate,
          format,
          ...(region !== "" && { region }),
          ...(endpoint !== "" && { endpoint }),
        },
      };
    case "disk":
      return { type: "disk" as const, config: { pathTemplate, format } };
  }
}

const FIELDS: Record<string, keyof DestinationValues> = {
  name: "name",
  type: "type",
  api_key_hashes: "keys",
  sampling_rate: "samplingPercent",
};

/** Returns the field that a path of the request body belongs to. */
export function fieldOf(name: string, path: readonly string[]): keyof DestinationValues | undefined {
  const inner = path[1];
  if (name === "config" && inner !== undefined && inner in NEW_DESTINATION) return inner as keyof DestinationValues;
  return FIELDS[name];
}

/** Returns the field of an error that the gateway reports without a path of its own. */
export function fieldOfError({ message }: Error): keyof DestinationValues | undefined {
  if (message.includes("config.url")) return "url";
  if (message.includes("DESTINATION_DISK_FOLDER")) return "type";
  return message.includes("config.endpoint") ? "endpoint" : undefined;
}

export const MESSAGES = {
  name: "Enter a name",
  url: "Enter an http or https URL",
  bucketName: "Enter the bucket's name",
  accessKeyId: "Enter the access key ID",
  secretAccessKey: "Enter the secret access key",
  pathTemplate: "Enter a path of letters, digits, _, -, ., = and the placeholders above",
  headers: "Enter one header per line, as Name: value",
  samplingPercent: "Enter a share from 0.01 to 100",
  keys: "Choose at least one key",
};
