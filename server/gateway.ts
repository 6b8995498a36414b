import type { AuthGateway } from "#server/auth/auth-gateway.ts";
import type { BodyMemory } from "#server/caller/body-memory.ts";
import type { ConfigFile } from "#server/caller/config-file.ts";
import type { Job, JobState } from "#server/jobs/run-every.ts";
import type { VideoGateway } from "#server/jobs/videos/video-gateway.ts";
import type { Wakeup } from "#server/jobs/wakeup.ts";
import type { Rollups } from "#server/ledger/rollups.ts";
import type { PipelineGateway } from "#server/pipeline/pipeline-gateway.ts";
import type { PresetDirectory } from "#server/pipeline/planning/preset-directory.ts";
import type { RejectedRequest } from "#server/pipeline/rejections/record-rejection.ts";
import type { Vault } from "#server/security/vault.ts";
import type { Storage } from "#server/storage/storage.ts";

/** The state of one serving process, created once by `open.ts`. Each layer declares the parts that it uses. */
export type Gateway = AuthGateway &
  PipelineGateway &
  VideoGateway & {
    /** Seals callers' provider keys. */
    vault: Vault;
    destinationVault: Vault;
    /** Seals the addresses of alert channels. */
    channelVault: Vault;
    rollups: Rollups;
    /** Records a model request that was rejected. Returns the id of its ledger row; undefined without a new one. */
    recordRejection(rejected: RejectedRequest): string | undefined;
    /**
     * Returns when the state that this process serves from was saved (Unix ms), if it started without its database;
     * undefined otherwise.
     */
    servesFromMs(): number | undefined;
    /** Counts the bytes of request bodies in memory. */
    bodies: BodyMemory;
    /** Signaled when this process has work on batches. */
    batchesDue: Wakeup;
    /** Signaled when this process has an alert rule to evaluate at once. */
    alertsDue: Wakeup;
    presets: PresetDirectory;
    /** Stores the bytes of files. */
    storage: Storage;
    /** The file that this process takes its configuration from; undefined without CONFIG_FILE. */
    configFile: ConfigFile | undefined;
    /** Returns the state of this process's jobs. */
    jobs(): readonly JobState[];
    /** Adds a job to them, and stops it when the gateway closes. */
    addJob(job: Job): void;
    close(): Promise<void>;
  };
