import { listGenerationAttempts } from "./generation-attempts.ts";
import { getGenerationContent } from "./generation-content.ts";
import { getGenerationFacets, getGenerationHistogram } from "./generation-counts.ts";
import { exportGenerations, listGenerations } from "./generation-list.ts";
import { searchGenerations } from "./generation-search.ts";
import { getGenerationSession, listGenerationSessions } from "./generation-sessions.ts";
import { getGeneration } from "./generations.ts";

/** The endpoints that read the ledger. */
export const generationEndpoints = [
  getGeneration,
  getGenerationContent,
  listGenerations,
  exportGenerations,
  getGenerationHistogram,
  getGenerationFacets,
  searchGenerations,
  listGenerationSessions,
  getGenerationSession,
  listGenerationAttempts,
] as const;
