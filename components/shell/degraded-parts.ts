/** What is wrong, in the words of a banner, for each part that `GET /health` can report. */
export const DEGRADED_PARTS = {
  database: "The database is not responding",
  ledger: "The ledger cannot be written",
  rate_limits: "Rate limits are not shared",
  read_replica: "The read replica is not responding, or is too far behind",
  configuration_file: "The configuration file is not in effect",
} as const;
