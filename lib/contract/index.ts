import { getActivity } from "./activity.ts";
import { alertEndpoints } from "./alerts.ts";
import { getAnalyticsMeta, queryAnalytics } from "./analytics.ts";
import { listAudit } from "./audit.ts";
import { batchEndpoints } from "./batches.ts";
import { budgetEndpoints } from "./budget-endpoints.ts";
import {
  createCredential,
  deleteCredential,
  getCredential,
  listCredentials,
  orderCredentials,
  testCredential,
  testNewCredential,
  updateCredential,
} from "./byok.ts";
import { exportChargeback, getChargeback } from "./chargeback.ts";
import { createChatCompletion } from "./chat.ts";
import { compactResponse } from "./compaction.ts";
import { createCompletion } from "./completions.ts";
import { applyConfig, getConfig, getConfigDrift, getConfigSchema, planConfig } from "./config.ts";
import { credentialPoolEndpoints } from "./credential-pools.ts";
import { adjustCredits, chargeCredits, getCredits, listCreditAdjustments } from "./credits.ts";
import {
  createCustomProvider,
  deleteCustomProvider,
  getCustomProvider,
  listCustomProviders,
  testCustomProvider,
  testNewCustomProvider,
  updateCustomProvider,
} from "./custom-providers.ts";
import {
  createDestination,
  deleteDestination,
  getDestination,
  listDestinations,
  retryDestination,
  testDestination,
  updateDestination,
} from "./destinations.ts";
import { createEmbeddings, listEmbeddingsModels } from "./embeddings.ts";
import type { Endpoint } from "./endpoint.ts";
import { deleteFile, getFile, getFileContent, listFiles, uploadFile } from "./files.ts";
import { geminiEndpoints } from "./gemini.ts";
import { geminiCacheEndpoints } from "./gemini-caches.ts";
import { geminiFileEndpoints } from "./gemini-files.ts";
import { predictImages } from "./gemini-images.ts";
import { getContentModel, listContentModels } from "./gemini-models.ts";
import { generationEndpoints } from "./generation-endpoints.ts";
import {
  assignKeys,
  assignMembers,
  listAllKeyAssignments,
  listAllMemberAssignments,
  listKeyAssignments,
  listMemberAssignments,
  unassignKeys,
  unassignMembers,
} from "./guardrail-assignments.ts";
import { getEffectiveGuardrail } from "./guardrail-effective.ts";
import { getGuardrailHits, listGuardrailHits } from "./guardrail-hits.ts";
import { backtestGuardrail, testGuardrail } from "./guardrail-tests.ts";
import {
  createGuardrail,
  deleteGuardrail,
  getGuardrail,
  listGuardrails,
  listGuardrailVersions,
  updateGuardrail,
} from "./guardrails.ts";
import { createImageEdit } from "./image-edits.ts";
import { createImageGeneration } from "./image-generations.ts";
import { listImageModelEndpoints, listImageModels } from "./image-models.ts";
import { createImage } from "./images.ts";
import { createInvitation, listInvitations, revokeInvitation } from "./invitations.ts";
import { keyReportEndpoints } from "./key-reports.ts";
import { createKey, deleteKey, getCurrentKey, getKey, listKeys, rotateKey, updateKey } from "./keys.ts";
import { createLogView, deleteLogView, listLogViews, updateLogView } from "./log-views.ts";
import { callMcp } from "./mcp.ts";
import { finishMcpOauth, revokeMcpOauth, startMcpOauth } from "./mcp-oauth.ts";
import {
  createMcpServer,
  deleteMcpServer,
  getMcpServer,
  listMcpCalls,
  listMcpServers,
  refreshMcpServer,
  reviewMcpServer,
  updateMcpServer,
} from "./mcp-servers.ts";
import { createResetLink, listMembers, removeMember, updateMember } from "./members.ts";
import { messageBatchEndpoints } from "./message-batches.ts";
import { countTokens, createMessage } from "./messages.ts";
import { modelAliasEndpoints } from "./model-aliases.ts";
import {
  countModels,
  getModel,
  listModelEndpoints,
  listModels,
  listUserModels,
  listZdrEndpoints,
  retrieveModel,
  retrieveModelBySlug,
} from "./models.ts";
import { createModeration } from "./moderations.ts";
import { getOrganization, updateOrganization } from "./organization.ts";
import { presetEndpoints } from "./presets.ts";
import { priceRefreshEndpoints } from "./price-refresh.ts";
import { createPriceOverride, endPriceOverride, listPrices } from "./prices.ts";
import { listProviders } from "./providers.ts";
import { rateLimitEndpoints } from "./rate-limits.ts";
import { reconcileInvoice } from "./reconciliation.ts";
import { rerank } from "./rerank.ts";
import { responseEndpoints } from "./responses.ts";
import { listRetiringModels } from "./retiring-models.ts";
import { provisioningEndpoints } from "./scim-tokens.ts";
import { createSpeech } from "./speech.ts";
import { getOpenApi, getSystem } from "./system.ts";
import { createTranscription } from "./transcriptions.ts";
import { createTranslation } from "./translations.ts";
import { uploadEndpoints } from "./uploads.ts";
import { createVideo, getVideo, getVideoContent, listVideoModels, listVideos } from "./videos.ts";
import { webhookEndpoints } from "./webhooks.ts";
import { replayGenerations } from "./what-if.ts";
import { addWorkspaceMembers, listWorkspaceMembers, removeWorkspaceMembers } from "./workspace-members.ts";
import { createWorkspace, deleteWorkspace, getWorkspace, listWorkspaces, updateWorkspace } from "./workspaces.ts";

/** Every endpoint of the API, for the OpenAPI document and for tests that walk the contract. */
export const contract: readonly Endpoint[] = [
  ...responseEndpoints,
  compactResponse,
  createMessage,
  countTokens,
  createChatCompletion,
  ...geminiEndpoints,
  predictImages,
  createCompletion,
  createEmbeddings,
  listEmbeddingsModels,
  createImage,
  createImageGeneration,
  createImageEdit,
  listImageModels,
  listImageModelEndpoints,
  createSpeech,
  createTranscription,
  createTranslation,
  rerank,
  createModeration,
  createVideo,
  listVideos,
  getVideo,
  getVideoContent,
  listVideoModels,
  ...batchEndpoints,
  ...messageBatchEndpoints,
  ...webhookEndpoints,
  ...generationEndpoints,
  replayGenerations,
  getActivity,
  getChargeback,
  exportChargeback,
  reconcileInvoice,
  getAnalyticsMeta,
  queryAnalytics,
  getCurrentKey,
  listKeys,
  createKey,
  getKey,
  updateKey,
  rotateKey,
  deleteKey,
  ...keyReportEndpoints,
  listCredentials,
  createCredential,
  orderCredentials,
  testNewCredential,
  getCredential,
  updateCredential,
  deleteCredential,
  testCredential,
  listCustomProviders,
  createCustomProvider,
  getCustomProvider,
  updateCustomProvider,
  deleteCustomProvider,
  testNewCustomProvider,
  testCustomProvider,
  ...credentialPoolEndpoints,
  ...modelAliasEndpoints,
  ...alertEndpoints,
  listModels,
  countModels,
  listRetiringModels,
  listUserModels,
  getModel,
  retrieveModel,
  retrieveModelBySlug,
  listModelEndpoints,
  listProviders,
  listZdrEndpoints,
  listPrices,
  createPriceOverride,
  endPriceOverride,
  ...priceRefreshEndpoints,
  getCredits,
  listCreditAdjustments,
  adjustCredits,
  chargeCredits,
  ...budgetEndpoints,
  ...rateLimitEndpoints,
  listGuardrails,
  createGuardrail,
  getGuardrail,
  updateGuardrail,
  deleteGuardrail,
  listGuardrailVersions,
  getGuardrailHits,
  listGuardrailHits,
  getEffectiveGuardrail,
  testGuardrail,
  backtestGuardrail,
  listKeyAssignments,
  assignKeys,
  unassignKeys,
  listMemberAssignments,
  assignMembers,
  unassignMembers,
  listAllKeyAssignments,
  listAllMemberAssignments,
  listWorkspaces,
  createWorkspace,
  getWorkspace,
  updateWorkspace,
  deleteWorkspace,
  listWorkspaceMembers,
  addWorkspaceMembers,
  removeWorkspaceMembers,
  listMembers,
  updateMember,
  createResetLink,
  removeMember,
  listInvitations,
  createInvitation,
  revokeInvitation,
  getOrganization,
  updateOrganization,
  ...provisioningEndpoints,
  listAudit,
  getSystem,
  listFiles,
  uploadFile,
  getFile,
  getFileContent,
  deleteFile,
  ...uploadEndpoints,
  ...geminiFileEndpoints,
  ...geminiCacheEndpoints,
  listContentModels,
  getContentModel,
  listLogViews,
  createLogView,
  updateLogView,
  deleteLogView,
  ...presetEndpoints,
  listDestinations,
  createDestination,
  getDestination,
  updateDestination,
  deleteDestination,
  testDestination,
  retryDestination,
  listMcpServers,
  createMcpServer,
  getMcpServer,
  updateMcpServer,
  deleteMcpServer,
  refreshMcpServer,
  reviewMcpServer,
  listMcpCalls,
  startMcpOauth,
  finishMcpOauth,
  revokeMcpOauth,
  callMcp,
  getConfig,
  planConfig,
  applyConfig,
  getConfigDrift,
  getConfigSchema,
  getOpenApi,
];
