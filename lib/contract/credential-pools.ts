import { z } from "zod";
import { dataOf, Timestamp, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { CredentialTier, CredentialWeight, POOL_STRATEGIES } from "./pool-strategies.ts";

const provider = z.string().min(1).max(100).describe("Provider ID, e.g. `openai`");

export const CredentialPool = z
  .object({
    provider: z.string(),
    workspace_id: z.string().nullable().describe("Null for the keys that apply to every workspace of the organization"),
    strategy: z
      .enum(POOL_STRATEGIES)
      .describe(
        "How the keys of a tier share the requests. `ordered`: the first one that may be used. `weighted`: at " +
          "random, by weight. `least_loaded`: the fewest requests in flight for its weight. `most_headroom`: the " +
          "largest share of its rate limits left. Except in `ordered`, requests of one session stay with one key.",
      ),
  })
  .meta({ id: "CredentialPool" });

export const setCredentialPool = endpoint({
  id: "setCredentialPool",
  resource: "byok",
  method: "PUT",
  path: "/byok/pools/{provider}",
  roles: "administrators",
  access: "management",
  summary: "Set the strategy of a credential pool",
  description:
    "Sets the strategy of the workspace's keys for the provider, from the next request. Fallback keys form a pool of " +
    "their own with the same strategy. The keys themselves have a weight and a tier.",
  params: z.object({ provider }),
  namesNewRecord: true,
  body: z.strictObject({
    strategy: CredentialPool.shape.strategy,
    workspace_id: z
      .string()
      .nullable()
      .optional()
      .describe("Workspace UUID or slug. Defaults to the caller's workspace; null means the organization's keys."),
  }),
  response: dataOf(CredentialPool),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

const count = z.number().int();
const moment = Timestamp.nullable();

const RateLimit = z.object({
  kind: z.enum(["requests", "tokens", "input_tokens", "output_tokens"]),
  remaining: count
    .nullable()
    .describe("What the last response reported, without the requests sent since. Null if it was reset since then."),
  limit: count.nullable(),
  resets_at: moment,
});

const State = z.enum(["ready", "limited", "rejected", "disabled", "unreadable"]);

const PoolCredential = z.object({
  id: z.string().describe("Provider key ID, or the environment variable of a system credential"),
  name: z.string().describe("Name or masked label; never the key"),
  is_fallback: z.boolean(),
  weight: CredentialWeight,
  tier: CredentialTier,
  state: State.describe(
    "`limited`: for at least one model, it is at its limit, cooling down after a 429 or rejected. `rejected`: the " +
      "provider rejects it for every model. `unreadable`: it cannot be decrypted.",
  ),
  available_at: moment.describe("When a limited or rejected credential is used again"),
  in_flight: count.describe(
    "Requests whose response has not ended: those of this process, and with Redis those of the others, up to a second old",
  ),
  last_error: z
    .object({ at: Timestamp, status: count, type: z.string().describe("Error type, e.g. `rate_limit_error`") })
    .nullable(),
  models: z
    .array(
      z.object({
        model_endpoint: z.string(),
        state: State.extract(["ready", "limited", "rejected"]),
        available_at: moment,
        limits: z.array(RateLimit).describe("What the provider's rate limit headers report"),
        reported_at: moment.describe("When the provider reported them"),
      }),
    )
    .describe("The models that the credential was used for, because providers limit each of them separately"),
});

export const LivePool = CredentialPool.extend({
  is_system: z.boolean().describe("Whether these are the credentials of the installation, set in its environment"),
  credentials: z.array(PoolCredential),
}).meta({ id: "LiveCredentialPool" });

export const listCredentialPools = endpoint({
  id: "listCredentialPools",
  resource: "byok",
  method: "GET",
  path: "/byok/pools",
  roles: "administrators",
  access: "management",
  summary: "List credential pools",
  description:
    "Returns the credentials that the workspace's requests can use, by pool, with their current state in the " +
    "responding process (`in_flight`: in all processes that share a Redis): its own provider keys, those of the organization and, for callers who may read the system " +
    "status, the system credentials.",
  query: z.object({
    workspace_id: WorkspaceRef,
    provider: provider.optional(),
  }),
  response: z.object({ data: z.array(LivePool) }),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

/** Every endpoint of credential pools. */
export const credentialPoolEndpoints = [listCredentialPools, setCredentialPool] as const;
