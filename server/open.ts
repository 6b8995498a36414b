import { createAccounts } from "#server/auth/accounts/create-accounts.ts";
import { createKeyDirectory } from "#server/auth/keys/key-directory.ts";
import { createRateLimits } from "#server/auth/keys/rate-limit.ts";
import { seedManagementKey } from "#server/auth/keys/seed-key.ts";
import { ensureOrganization } from "#server/auth/set-up.ts";
import { openSharedStore } from "#server/auth/shared-store.ts";
import { createBodyMemory } from "#server/caller/body-memory.ts";
import { newConfigFile } from "#server/caller/config-file.ts";
import { addFoundServers } from "#server/catalogue/add-found-servers.ts";
import { createCatalogue } from "#server/catalogue/catalogue.ts";
import { createHealth } from "#server/catalogue/health.ts";
import { listedModelsJob, withRegistered } from "#server/catalogue/listed-models.ts";
import { readSnapshot } from "#server/catalogue/load.ts";
import { keepSnapshot, readOverlay } from "#server/catalogue/read-overlay.ts";
import { withoutRetired } from "#server/catalogue/retirements/without-retired.ts";
import { searchPrices } from "#server/catalogue/search-prices.ts";
import { openDataFolder } from "#server/data/data-folder.ts";
import { openDatabase } from "#server/data/database.ts";
import { databaseOptions } from "#server/data/database-options.ts";
import { ensurePartitions } from "#server/data/partitions.ts";
import { releaseVideoJobs } from "#server/data/video-jobs.ts";
import { readEnvironment, startupError } from "#server/env.ts";
import type { Gateway } from "#server/gateway.ts";
import { setPatternLimits } from "#server/guardrails/patterns/limits.ts";
import { closeInOrder } from "#server/jobs/close-in-order.ts";
import { startFileJobs } from "#server/jobs/file-jobs.ts";
import { type FollowParts, followDatabase } from "#server/jobs/follow-database.ts";
import { startLedgerJobs } from "#server/jobs/ledger-jobs.ts";
import { dayOf, retireModels } from "#server/jobs/retire-models.ts";
import { type Job, runEvery } from "#server/jobs/run-every.ts";
import { shareHealth } from "#server/jobs/share-health.ts";
import { shareLoads } from "#server/jobs/share-loads.ts";
import { reportRestored, startSnapshotJob, takesSnapshots } from "#server/jobs/snapshot-job.ts";
import { createStateKeeper, type StateKeeper } from "#server/jobs/state-keeper.ts";
import { startVideoPruning } from "#server/jobs/videos/prune-videos.ts";
import { startVideoJobs } from "#server/jobs/videos/video-jobs.ts";
import { startWebhookJobs } from "#server/jobs/videos/webhook-jobs.ts";
import { createWakeup } from "#server/jobs/wakeup.ts";
import { startWorkspaceJobs } from "#server/jobs/workspace-jobs.ts";
import { contentDays } from "#server/ledger/contents.ts";
import { createBudgetDirectory } from "#server/ledger/limits/budget-directory.ts";
import { type OpenedLedger, openLedger } from "#server/ledger/open.ts";
import { createRejections } from "#server/ledger/rejections.ts";
import { createRollups } from "#server/ledger/rollups.ts";
import { createLog } from "#server/log.ts";
import { createCircuits } from "#server/pipeline/attempts/circuit-breaker.ts";
import { openResponseCache } from "#server/pipeline/caching/open-response-cache.ts";
import { modelListsJob } from "#server/pipeline/custom-providers/model-lists-job.ts";
import { openContents } from "#server/pipeline/guard/open-contents.ts";
import { openDirectories } from "#server/pipeline/open-directories.ts";
import { createCredentialDirectory } from "#server/pipeline/planning/credential-directory.ts";
import { addressesOf } from "#server/pipeline/planning/public-url.ts";
import { createSessions } from "#server/pipeline/planning/sessions.ts";
import { hasOtherAddress, readSystemCredentials } from "#server/pipeline/planning/system-credentials.ts";
import { recordRejection } from "#server/pipeline/rejections/record-rejection.ts";
import { readEngineSetups } from "#server/pipeline/server-tools/search/engine-setup.ts";
import { openEgress } from "#server/providers/exchange/egress.ts";
import { providers } from "#server/providers/registry.ts";
import { deriveKey, readFormerSecrets, readSecret } from "#server/security/secret.ts";
import { createLinkSigner } from "#server/security/signed-link.ts";
import { openCredentialVault, openVaults } from "#server/security/vault.ts";
import { createWebhookSigner } from "#server/security/webhook-signer.ts";
import { openStorage, spoolFolder } from "#server/storage/open-storage.ts";
import { storeGeneratedFile } from "#server/storage/store-file.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { openTelemetry } from "#server/telemetry/open-telemetry.ts";

/**
 * Opens everything a process needs to serve: environment, database, directories in memory, ledger, jobs. If the
 * environment is invalid or the data folder is in use, throws an error with a message for the operator.
 */
export async function openGateway(): Promise<Gateway> {
  const environment = readEnvironment(process.env);
  const systemCredentials = readSystemCredentials(providers.values(), environment.variables);
  const searchEngines = readEngineSetups(environment.variables);
  const log = createLog(environment.LOG_LEVEL, environment.LOG_FORMAT);
  setPatternLimits({ deadlineMs: environment.PATTERN_DEADLINE_MS, outcome: environment.PATTERN_DEADLINE_OUTCOME });
  const now = Date.now;
  openDataFolder(environment.DATA_DIR, log);
  const state = createStateKeeper(environment, log, now);
  const { recall } = state;
  const database = await openDatabase({
    ...databaseOptions(environment),
    connections: environment.DATABASE_CONNECTIONS,
    cacheMb: environment.EMBEDDED_CACHE_MB,
    mayBeDown: state.canStart,
  }).catch((error: Error) => {
    throw startupError(environment.DATABASE_URL ? "DATABASE_URL" : "DATA_DIR", error);
  });
  reportRestored(database, log);
  const snapshot = withRegistered(readSnapshot(), providers.values(), systemCredentials);
  const searches = searchPrices();
  const isDown = database.gate.shutSinceMs() !== undefined;
  const prepare = async () => {
    await ensurePartitions(database.pool, now());
    const { workspace } = await ensureOrganization(database);
    await seedManagementKey(database.queries, workspace.id, environment.SWITCHBOARD_MANAGEMENT_KEY);
    await keepSnapshot(database, [...snapshot.prices, ...searches.prices]);
  };
  if (!isDown) await prepare();

  const accounts = createAccounts({
    database,
    secret: readSecret(environment),
    formerSecrets: readFormerSecrets(environment),
    ...(environment.PUBLIC_URL && { baseUrl: environment.PUBLIC_URL }),
    recall,
    now,
  });
  await accounts.refresh();
  const keys = await createKeyDirectory(database.queries, now, recall);
  const vault = openCredentialVault(environment);
  const credentials = await createCredentialDirectory({ queries: database.queries, vault, log, now, recall });
  const isElsewhere = (id: string) => hasOtherAddress(providers.get(id), environment.variables);
  const servedOn = (day: string) => withoutRetired(snapshot, isElsewhere, day);
  const catalogue = createCatalogue(servedOn(dayOf(now())), searches);
  const readPrices = async () => catalogue.overlay(await readOverlay(database.queries, now(), recall));
  await readPrices();
  const metrics = createMetrics(environment.METRICS_MAX_SERIES);
  const telemetry = await openTelemetry(environment, log);
  const opened = await openLedger({
    database,
    dataFolder: environment.DATA_DIR,
    keepsJournal: takesSnapshots(database, environment),
    onRecord: metrics.countCall,
    overdraftNanoUsd: environment.OUTAGE_OVERDRAFT_USD,
    journalMaxBytes: environment.JOURNAL_MAX_BYTES,
    log,
    now,
  });
  const { ledger, leases } = opened;
  const rejections = createRejections(ledger, now);
  const contents = openContents(database, environment, log);
  const budgets = await createBudgetDirectory(database.queries, recall);
  const { queries } = database;
  const store = environment.REDIS_URL && openSharedStore(environment.REDIS_URL, environment.REDIS_TIMEOUT_MS, log);
  const directories = await openDirectories({ queries, vault, catalogue, systemCredentials, store, log, now, recall });
  const rollups = createRollups(database, ledger);
  const rates = createRateLimits({ requestsPerMinute: environment.RATE_LIMIT_REQUESTS_PER_MINUTE, store });
  const { egress, publicEgress, allowedEgress } = openEgress(environment);
  const batchesDue = createWakeup();
  const jobs = await startJobs({
    environment,
    database,
    keys,
    accounts,
    credentials,
    systemCredentials,
    catalogue,
    readPrices,
    ...(isDown && { prepare }),
    state,
    opened,
    budgets,
    ...directories,
    batchesDue,
    egress,
    log,
    now,
  });
  jobs.push(
    runEvery(5_000, "renew budget leases", opened.keep, log),
    startSnapshotJob({ database, environment, log, now }),
  );
  jobs.push(runEvery(1_000, "count rejected requests", async () => rejections.settle(), log));
  jobs.push(retireModels({ catalogue, servedOn, log, now }));
  jobs.push(...startLedgerJobs({ database, rollups, environment, log, now }));
  const storage = openStorage(environment, egress);
  const retained = { days: environment.VIDEO_RETENTION_DAYS, promptDays: contentDays(environment) };
  jobs.push(startVideoPruning({ database, storage, ...retained, log, now }));
  jobs.push(startFileJobs({ database, storage, spoolFolder: spoolFolder(environment), log, now }));
  const health = createHealth();
  jobs.push(...shareHealth({ health, database, log }));
  const circuits = createCircuits(Math.random);
  const secrets = [readSecret(environment), ...readFormerSecrets(environment)];
  const gateway: Gateway = {
    processId: crypto.randomUUID(),
    webhookSigner: createWebhookSigner(deriveKey(readSecret(environment), "webhooks")),
    servesFromMs: state.servesFromMs,
    links: createLinkSigner(secrets.map((secret) => deriveKey(secret, "links"))),
    environment,
    log,
    database,
    accounts,
    keys,
    rates,
    catalogue,
    systemCredentials,
    searchEngines,
    credentials,
    vault,
    ...openVaults(environment),
    ...directories,
    ledger,
    rejections,
    recordRejection: (rejected) => recordRejection(gateway, rejected),
    telemetry,
    contents,
    rollups,
    leases,
    budgets,
    metrics,
    bodies: createBodyMemory(environment.MAX_BODY_BYTES_IN_FLIGHT),
    batchesDue,
    storage,
    videosDue: createWakeup(),
    videosHeld: new Set(),
    deliveriesDue: createWakeup(),
    alertsDue: createWakeup(),
    egress,
    publicEgress,
    allowedEgress,
    lookUp: addressesOf,
    now,
    health,
    circuits,
    sessions: createSessions(circuits),
    responses: openResponseCache(environment, store, now),
    configFile: newConfigFile(environment.CONFIG_FILE),
    addJob: (job) => void jobs.unshift(job),
    jobs: () => jobs.flatMap((stop) => ("state" in stop ? [stop.state()] : [])),
    close: () =>
      closeInOrder([
        ...jobs,
        () => rejections.settle(true),
        directories.rateLimits.close,
        opened.close,
        contents.flush,
        keys.flush,
        credentials.flush,
        async () => store?.close(),
        () => telemetry?.close(),
        // Calls have ended. Whatever is still open, such as a response that nobody reads, must not delay the exit.
        ...[egress, publicEgress, allowedEgress].map((agent) => () => agent.destroy()),
        database.close,
      ]),
  };
  if (database.embedded) await releaseVideoJobs(database.queries);
  jobs.push(...startVideoJobs(gateway, (file) => storeGeneratedFile(gateway, file)), startWebhookJobs(gateway));
  jobs.push(...startWorkspaceJobs(gateway), ...shareLoads(gateway, store));
  jobs.push(runEvery(5_000, "read model lists of custom providers", modelListsJob(gateway), log));
  return gateway;
}

type JobParts = Pick<
  Gateway,
  | ("environment" | "database" | "keys" | "accounts" | "credentials" | "systemCredentials" | "catalogue")
  | (
      | "budgets"
      | "guardrails"
      | "presets"
      | "mcpServers"
      | "aliases"
      | "providerSets"
      | "rateLimits"
      | "batchesDue"
      | "egress"
      | "log"
      | "now"
    )
> &
  Pick<FollowParts, "prepare"> & { opened: OpenedLedger; readPrices(): Promise<void>; state: StateKeeper };

async function startJobs(parts: JobParts): Promise<(Job | (() => unknown))[]> {
  const { environment, database, keys, credentials, presets, mcpServers, aliases, providerSets, opened, log, now } =
    parts;
  const findsServers = environment.DISCOVER_LOCAL_SERVERS === "on";
  const jobs: (Job | (() => unknown))[] = [
    runEvery(10_000, "store last-used times", () => keys.flush(), log),
    runEvery(10_000, "store credential health", () => credentials.flush(), log),
    runEvery(6 * 3_600_000, "create ledger partitions", () => ensurePartitions(database.pool, now()), log),
    runEvery(60_000, "find model servers", () => addFoundServers(parts), log, findsServers),
  ];
  const readModelLists = listedModelsJob({ ...parts, providers });
  if (readModelLists) jobs.push(runEvery(60_000, "read model lists", readModelLists, log));
  if (!environment.DATABASE_URL) return jobs;
  const following = await followDatabase({
    url: environment.DATABASE_URL,
    ...(environment.DATABASE_DIRECT_URL && { directUrl: environment.DATABASE_DIRECT_URL }),
    database,
    directories: [keys, parts.accounts, parts.budgets, parts.guardrails],
    alone: {
      prices: { refresh: parts.readPrices },
      batches: { refresh: async () => parts.batchesDue.wake() },
      credentials,
      presets,
      "mcp-servers": mcpServers,
      "custom-providers": providerSets,
      "model-aliases": aliases,
      "rate-limits": parts.rateLimits,
    },
    leases: opened.leases,
    ...(parts.prepare && { prepare: parts.prepare }),
    saveState: parts.state.save,
    onUp: (downMs) => opened.settle(downMs),
    log,
  });
  return [...jobs, ...following];
}
