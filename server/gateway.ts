import type { Agent } from "undici";
import type { Accounts } from "#server/auth/accounts/accounts.ts";
import type { KeyDirectory } from "#server/auth/keys/key-directory.ts";
import type { RateLimits } from "#server/auth/keys/rate-limit.ts";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { Health } from "#server/catalogue/health.ts";
import type { Database } from "#server/data/database.ts";
import type { Environment } from "#server/env.ts";
import type { GuardrailDirectory } from "#server/guardrails/directory.ts";
import type { BodyMemory } from "#server/http/bodies/body-memory.ts";
import type { JobState } from "#server/jobs/every.ts";
import type { Wakeup } from "#server/jobs/wakeup.ts";
import type { Contents } from "#server/ledger/contents.ts";
import type { Ledger } from "#server/ledger/ledger.ts";
import type { BudgetDirectory } from "#server/ledger/limits/budget-directory.ts";
import type { Leases } from "#server/ledger/limits/leases.ts";
import type { Rollups } from "#server/ledger/rollups.ts";
import type { Log } from "#server/log.ts";
import type { Metrics } from "#server/metrics.ts";
import type { Circuits } from "#server/pipeline/attempts/circuit-breaker.ts";
import type { CredentialDirectory } from "#server/pipeline/planning/credential-directory.ts";
import type { PresetDirectory } from "#server/pipeline/planning/preset-directory.ts";
import type { Sessions } from "#server/pipeline/planning/sessions.ts";
import type { SystemCredentials } from "#server/pipeline/planning/system-credentials.ts";
import type { LinkSigner } from "#server/security/signed-link.ts";
import type { Vault } from "#server/security/vault.ts";
import type { WebhookSigner } from "#server/security/webhook-signer.ts";
import type { Storage } from "#server/storage/storage.ts";

/** Everything one process holds while it serves; made once by `open.ts`. */
export type Gateway = {
  /** Names this process to the others, for as long as it lives. */
  processId: string;
  environment: Environment;
  log: Log;
  database: Database;
  accounts: Accounts;
  keys: KeyDirectory;
  rates: RateLimits;
  catalogue: Catalogue;
  health: Health;
  circuits: Circuits;
  sessions: Sessions;
  systemCredentials: SystemCredentials;
  /** Callers' own provider keys. */
  credentials: CredentialDirectory;
  vault: Vault;
  destinationVault: Vault;
  ledger: Ledger;
  /** What calls said, where workspaces keep it. */
  contents: Contents;
  rollups: Rollups;
  leases: Leases;
  budgets: BudgetDirectory;
  guardrails: GuardrailDirectory;
  metrics: Metrics;
  /** Bytes of request bodies in memory. */
  bodies: BodyMemory;
  presets: PresetDirectory;
  /** The bytes of files. */
  storage: Storage;
  /** Signs addresses that need no key. */
  links: LinkSigner;
  webhookSigner: WebhookSigner;
  /** Rung when this process has begun a video, or let go of one. */
  videosDue: Wakeup;
  /** Ids of the video jobs that this process holds. */
  videosHeld: Set<string>;
  /** Rung when this process has something to deliver. */
  deliveriesDue: Wakeup;
  /** Connections to upstreams. */
  egress: Agent;
  /** Connections to addresses that callers name: public ones only. */
  publicEgress: Agent;
  /** How the jobs of this process fare. */
  jobs(): readonly JobState[];
  /** Unix ms. */
  now(): number;
  close(): Promise<void>;
};

// On the global object, because each bundle of a route has its own copy of this module.
const holder = globalThis as { switchboardGateway?: Gateway; switchboardOpening?: Promise<Gateway> };

/** The open gateway. Only for code that runs after `ready`. */
export function gateway(): Gateway {
  if (!holder.switchboardGateway) throw new Error("The gateway is not open yet");
  return holder.switchboardGateway;
}

export function openedGateway(): Gateway | undefined {
  return holder.switchboardGateway;
}

/** Opens the gateway once, whoever asks first: our own door at start, or a route under plain `next start`. */
export function ready(): Promise<Gateway> {
  holder.switchboardOpening ??= open();
  return holder.switchboardOpening;
}

async function open(): Promise<Gateway> {
  const { openGateway } = await import("./open.ts");
  const opened = await openGateway();
  holder.switchboardGateway = opened;
  return opened;
}
