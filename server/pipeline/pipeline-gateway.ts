import type { Agent } from "undici";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { Health } from "#server/catalogue/health.ts";
import type { Database } from "#server/data/database.ts";
import type { WorkspaceRecord } from "#server/data/workspaces.ts";
import type { Environment } from "#server/env.ts";
import type { GuardrailDirectory } from "#server/guardrails/directory.ts";
import type { Contents } from "#server/ledger/contents.ts";
import type { Ledger } from "#server/ledger/ledger.ts";
import type { BudgetDirectory } from "#server/ledger/limits/budget-directory.ts";
import type { Leases } from "#server/ledger/limits/leases.ts";
import type { Rejections } from "#server/ledger/rejections.ts";
import type { Log } from "#server/log.ts";
import type { LinkSigner } from "#server/security/signed-link.ts";
import type { Vault } from "#server/security/vault.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import type { AliasDirectory } from "./aliases/alias-directory.ts";
import type { Circuits } from "./attempts/circuit-breaker.ts";
import type { ResponseCache } from "./caching/response-cache.ts";
import type { ProviderSets } from "./custom-providers/provider-sets.ts";
import type { CredentialDirectory } from "./planning/credential-directory.ts";
import type { Sessions } from "./planning/sessions.ts";
import type { SystemCredentials } from "./planning/system-credentials.ts";
import type { RateLimitDirectory } from "./rate-limits/open-rate-limits.ts";
import type { McpDirectory } from "./server-tools/mcp/mcp-directory.ts";
import type { EngineSetups } from "./server-tools/search/engine-setup.ts";

/** The parts of the gateway that model requests use. */
export type PipelineGateway = {
  /** Identifies this process to the others while it runs. */
  processId: string;
  environment: Environment;
  log: Log;
  database: Database;
  accounts: {
    /** Returns a workspace with its settings from memory, because model requests must not wait for a query. */
    workspaceNow(workspaceId: string): WorkspaceRecord | undefined;
  };
  catalogue: Catalogue;
  /** The catalogue and providers of each workspace, including its custom ones. */
  providerSets: ProviderSets;
  /** The workspaces' own model ids. */
  aliases: AliasDirectory;
  health: Health;
  circuits: Circuits;
  sessions: Sessions;
  /** Responses that callers asked to keep. */
  responses: ResponseCache;
  systemCredentials: SystemCredentials;
  /** The search engines that the operator set up. */
  searchEngines: EngineSetups;
  /** The workspaces' own provider keys. */
  credentials: CredentialDirectory;
  ledger: Ledger;
  rejections: Rejections;
  /** OpenTelemetry; undefined unless it is configured. */
  telemetry: Telemetry | undefined;
  /** Stores the texts of requests, for workspaces that keep them. */
  contents: Contents;
  leases: Leases;
  budgets: BudgetDirectory;
  /** The workspaces' rate limits and what they count. */
  rateLimits: RateLimitDirectory;
  guardrails: GuardrailDirectory;
  /** The workspaces' registered MCP servers. */
  mcpServers: McpDirectory;
  /** Encrypts the headers and tokens of registered MCP servers. */
  mcpVault: Vault;
  /** Signs URLs that require no key. */
  links: LinkSigner;
  /** Notified when this process has started or released a video job. */
  videosDue: { wake(): void };
  /** Ids of the video jobs that this process holds. */
  videosHeld: Set<string>;
  /** Connections to upstreams. */
  egress: Agent;
  /** Connections to addresses that callers name: public ones only. */
  publicEgress: Agent;
  /** The same, and to the private hosts that the operator allows. */
  allowedEgress: Agent;
  /** Returns the network addresses of a host; empty if it does not resolve. */
  lookUp(host: string): Promise<readonly string[]>;
  /** Unix ms. */
  now(): number;
};
