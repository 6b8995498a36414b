import type { Rollups } from "#server/ledger/rollups.ts";
import type { Vault } from "#server/security/vault.ts";
import type { VideoGateway } from "../videos/video-gateway.ts";

/** The parts of the gateway that the delivery to destinations uses. */
export type DestinationGateway = Pick<
  VideoGateway,
  "allowedEgress" | "contents" | "database" | "environment" | "log" | "now" | "processId" | "webhookSigner"
> & { rollups: Rollups; destinationVault: Vault };
