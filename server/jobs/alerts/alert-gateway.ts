import type { Rollups } from "#server/ledger/rollups.ts";
import type { Vault } from "#server/security/vault.ts";
import type { VideoGateway } from "../videos/video-gateway.ts";
import type { Wakeup } from "../wakeup.ts";

/** The parts of the gateway that alerts use. */
export type AlertGateway = Pick<
  VideoGateway,
  | ("allowedEgress" | "catalogue" | "credentials" | "database" | "environment" | "log" | "now" | "processId")
  | "webhookSigner"
> & { rollups: Rollups; channelVault: Vault; alertsDue: Wakeup };
