import { getActivity } from "#lib/contract/activity.ts";
import { createAlertChannel, listAlertChannels } from "#lib/contract/alert-channels.ts";
import { createAlertRule, listAlertRules } from "#lib/contract/alert-rules.ts";
import { acknowledgeAlert, listAlerts } from "#lib/contract/alerts.ts";
import { queryAnalytics } from "#lib/contract/analytics.ts";
import { listAudit } from "#lib/contract/audit.ts";
import { createBatch, listBatches } from "#lib/contract/batches.ts";
import { listBudgets, putBudget } from "#lib/contract/budgets.ts";
import { createCredential, listCredentials } from "#lib/contract/byok.ts";
import { getChargeback } from "#lib/contract/chargeback.ts";
import { applyConfig, getConfig } from "#lib/contract/config.ts";
import { adjustCredits, getCredits } from "#lib/contract/credits.ts";
import { createCustomProvider, listCustomProviders } from "#lib/contract/custom-providers.ts";
import { createDestination, listDestinations } from "#lib/contract/destinations.ts";
import { createEmbeddings } from "#lib/contract/embeddings.ts";
import type { Endpoint, RoleAccess } from "#lib/contract/endpoint.ts";
import { listFiles, uploadFile } from "#lib/contract/files.ts";
import { listGenerations } from "#lib/contract/generation-list.ts";
import { createGuardrail, listGuardrails } from "#lib/contract/guardrails.ts";
import { createImage } from "#lib/contract/images.ts";
import { createInvitation, listInvitations } from "#lib/contract/invitations.ts";
import { createKey, listKeys } from "#lib/contract/keys.ts";
import { createLogView, listLogViews } from "#lib/contract/log-views.ts";
import { callMcp } from "#lib/contract/mcp.ts";
import { createMcpServer, listMcpServers } from "#lib/contract/mcp-servers.ts";
import { listMembers, updateMember } from "#lib/contract/members.ts";
import { createModelAlias, listModelAliases } from "#lib/contract/model-aliases.ts";
import { listModels } from "#lib/contract/models.ts";
import { createModeration } from "#lib/contract/moderations.ts";
import { getOrganization, updateOrganization } from "#lib/contract/organization.ts";
import { createPresetFromChat, listPresets } from "#lib/contract/presets.ts";
import { listPriceRefreshes } from "#lib/contract/price-refresh.ts";
import { createPriceOverride, listPrices } from "#lib/contract/prices.ts";
import { createRateLimit, listRateLimits } from "#lib/contract/rate-limits.ts";
import { reconcileInvoice } from "#lib/contract/reconciliation.ts";
import { rerank } from "#lib/contract/rerank.ts";
import { connectResponses, createResponse } from "#lib/contract/responses.ts";
import { createScimToken, listScimTokens } from "#lib/contract/scim-tokens.ts";
import { getSession, signOut } from "#lib/contract/session.ts";
import { getSingleSignOn, putSingleSignOn } from "#lib/contract/single-sign-on.ts";
import { createSpeech } from "#lib/contract/speech.ts";
import { getSystem } from "#lib/contract/system.ts";
import { createTranscription } from "#lib/contract/transcriptions.ts";
import { createVideo, listVideos } from "#lib/contract/videos.ts";
import { listWebhookDeliveries, putWebhook } from "#lib/contract/webhooks.ts";
import { addWorkspaceMembers, listWorkspaceMembers } from "#lib/contract/workspace-members.ts";
import { createWorkspace, listWorkspaces } from "#lib/contract/workspaces.ts";

type Example = Pick<Endpoint, "resource" | "method" | "isQuery" | "roles">;

/** A row of the table of roles. */
export type RoleRow = {
  what: string;
  roles: RoleAccess;
  /** One endpoint of each resource in the row. */
  examples: readonly Example[];
};

/** Each row with its access rule from the contract, which the gateway enforces. */
export const ROLE_ROWS: readonly RoleRow[] = [
  row("Call models, including in the playground", [
    createResponse,
    connectResponses,
    createEmbeddings,
    rerank,
    createModeration,
    createImage,
    createSpeech,
    createTranscription,
    createVideo,
    createPresetFromChat,
  ]),
  row("Create and cancel batches", [createBatch]),
  row("Call MCP tools", [callMcp]),
  row("View the results of model calls", [listVideos, listBatches, listPresets]),
  row("Read the catalogue", [listModels]),
  row("Upload and delete files", [uploadFile]),
  row("Read files", [listFiles]),
  row("View logs and usage", [listGenerations, getActivity, queryAnalytics, getChargeback]),
  row("Save log views and change their own", [listLogViews, createLogView]),
  row("View API keys", [listKeys]),
  row("Create, change and delete API keys", [createKey]),
  row("View workspaces and their settings", [listWorkspaces]),
  row("Create, change and delete workspaces", [createWorkspace]),
  row("View workspace members", [listWorkspaceMembers]),
  row("Add and remove workspace members", [addWorkspaceMembers]),
  row("View budgets and caps", [listBudgets]),
  row("Set budgets and caps of members", [putBudget]),
  row("View rate limits and their usage", [listRateLimits]),
  row("Add, change and delete rate limits", [createRateLimit]),
  row("View guardrails", [listGuardrails]),
  row("Change and assign guardrails", [createGuardrail]),
  row("View provider keys, masked", [listCredentials]),
  row("Add, change and delete provider keys", [createCredential]),
  row("View custom providers, without their keys", [listCustomProviders]),
  row("Add, change and delete custom providers", [createCustomProvider]),
  row("View model aliases", [listModelAliases]),
  row("Add, change and delete model aliases", [createModelAlias]),
  row("View MCP servers", [listMcpServers]),
  row("Add, review, change and delete MCP servers", [createMcpServer]),
  row("View prices", [listPrices, listPriceRefreshes]),
  row("Change prices", [createPriceOverride]),
  row("View credits", [getCredits]),
  row("Reconcile providers' invoices", [reconcileInvoice]),
  row("Grant and correct credits", [adjustCredits]),
  row("View members and invitations", [listMembers, listInvitations]),
  row("Invite people, change roles, remove members", [updateMember, createInvitation]),
  { what: "Add, change and remove owners", roles: "owners", examples: [] },
  row("View the single sign-on settings", [getSingleSignOn]),
  row("Set up single sign-on", [putSingleSignOn]),
  row("View the organization's settings", [getOrganization]),
  row("Change the organization's settings", [updateOrganization]),
  row("Set up provisioning by a directory", [listScimTokens, createScimToken]),
  row("Export the configuration and plan changes to it", [getConfig]),
  row("Apply a configuration document", [applyConfig]),
  row("View the system status", [getSystem]),
  row("Read the audit log", [listAudit]),
  row("View jobs, webhooks and destinations", [listDestinations, listWebhookDeliveries]),
  row("Change webhooks and destinations", [createDestination, putWebhook]),
  row("View alerts, their rules and channels", [listAlerts, listAlertRules, listAlertChannels]),
  row("Acknowledge and snooze alerts, change rules and channels", [
    acknowledgeAlert,
    createAlertRule,
    createAlertChannel,
  ]),
  row("View their own account and sessions", [getSession]),
  row("Change their own account, end sessions", [signOut]),
];

function row(what: string, examples: readonly [Example, ...Example[]]): RoleRow {
  return { what, roles: examples[0].roles, examples };
}
