import { readFileSync } from "node:fs";
import type { VertexCredential, WorkloadIdentity } from "#lib/contract/cloud-credentials.ts";
import { fieldsIn } from "../cloud/environment-fields.ts";
import { parseCredential } from "../cloud/parsed-credential.ts";
import type { StructuredCredential } from "../cloud/transport.ts";
import { block, tryParse } from "../exchange/json.ts";
import { accountOf } from "./federated-token.ts";

/** `ambient`: tokens come from the metadata server of this machine or its workload identity. */
export type VertexFields = Omit<VertexCredential, "service_account"> &
  Partial<Pick<VertexCredential, "service_account">> & { ambient?: true; workload_identity?: WorkloadIdentity };

const PLACE = { project: "GOOGLE_VERTEX_PROJECT", location: "GOOGLE_VERTEX_LOCATION" };
const FILE = "GOOGLE_APPLICATION_CREDENTIALS";

export const vertexCredential: StructuredCredential = {
  variables: { ...PLACE, service_account: "GOOGLE_VERTEX_CREDENTIALS" },
  fromEnvironment(variables) {
    // Other software reads GOOGLE_APPLICATION_CREDENTIALS too: only the project enables the provider.
    if (!variables.GOOGLE_VERTEX_PROJECT) return undefined;
    const place = fieldsIn(variables, PLACE);
    const account = variables.GOOGLE_VERTEX_CREDENTIALS ?? readAccount(variables[FILE]);
    if (account === undefined) return { ...place, ambient: true };
    const parsed = tryParse(account);
    return block(parsed).type === "external_account"
      ? { ...place, workload_identity: parsed }
      : { ...place, service_account: parsed ?? account };
  },
  label(credential) {
    const {
      project,
      service_account: account,
      workload_identity: identity,
    } = parseCredential<VertexFields>(credential);
    return [project, account?.client_email ?? (identity && accountOf(identity))].filter(Boolean).join(" ");
  },
  dataRegion(credential) {
    const { location = "global" } = parseCredential<VertexFields>(credential);
    if (/^(?:eu$|europe-)/.test(location)) return "europe";
    return /^us(?:$|-)/.test(location) ? "us" : location;
  },
  geography(credential, model) {
    const { location = "global" } = parseCredential<VertexFields>(credential);
    return location !== "global" && HAS_REGIONAL_PRICE.test(model) ? "regional" : null;
  },
};

/**
 * Claude from 4.5 and some Gemini models cost more in a region than at the global endpoint
 * (https://platform.claude.com/docs/en/about-claude/pricing, read 2026-11-24;
 * https://cloud.google.com/vertex-ai/generative-ai/pricing, whose prices for "non-global" endpoints differ).
 */
const HAS_REGIONAL_PRICE =
  /^claude-(?!3|(?:opus|sonnet)-4(?:-1)?@)|^gemini-3\.(?:1-flash-lite|5-flash|5-flash-lite|8-flash)$|^gemini-embedding-2$/;

function readAccount(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `The environment variable ${FILE} is invalid or cannot be used: ${code ?? "the file cannot be read"}.`,
    );
  }
}
