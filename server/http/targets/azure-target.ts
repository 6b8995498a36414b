import type { IncomingMessage } from "node:http";
import { isRecord } from "#lib/is-record.ts";
import { decode } from "./google-target.ts";

/** What Azure has below a deployment: https://learn.microsoft.com/azure/ai-foundry/openai/reference */
const DEPLOYMENT =
  /^\/openai\/deployments\/(.+?)\/((?:chat\/)?completions|embeddings|images\/(?:generations|edits)|audio\/(?:speech|transcriptions|translations))$/;
/** Everything else, in the dated API and in v1. */
const OTHER = /^\/openai\/(?:v1\/)?(.+)$/;

const deployments = new WeakMap<IncomingMessage, string>();

/**
 * Replaces the address of a request in Azure OpenAI's form by that of a route, and Azure's key header by the usual one.
 * The deployment in the path takes the place of the body's model (`setDeployment`). `url`: path and query.
 */
export function readAzureTarget(incoming: IncomingMessage, url: string): void {
  const [address = "", search = ""] = url.split("?", 2);
  const [, deployment, operation] = DEPLOYMENT.exec(address) ?? [];
  const path = operation ?? OTHER.exec(address)?.[1];
  if (path === undefined) return;
  if (deployment !== undefined) deployments.set(incoming, decode(deployment));
  const query = new URLSearchParams(search);
  query.delete("api-version");
  incoming.url = `/api/v1/${path}${query.size > 0 ? `?${query}` : ""}`;
  const { "api-key": key } = incoming.headers;
  if (typeof key === "string") incoming.headers.authorization ??= `Bearer ${key}`;
}

/** Sets the model of a JSON body to the deployment in the path of its request, if that names one. */
export function setDeployment(body: unknown, incoming: IncomingMessage | undefined): void {
  const deployment = incoming && deployments.get(incoming);
  if (deployment !== undefined && isRecord(body)) body.model = deployment;
}
