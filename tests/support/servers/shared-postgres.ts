import { vi } from "vitest";
import { type PostgresServer, startPostgres } from "../databases.ts";
import { startedOnce } from "./started-once.ts";

/** Creates one empty PostgreSQL database for all tests of a file. */
export const sharedPostgres = vi.defineHelper(
  (): PostgresServer => startedOnce("database", startPostgres, (server) => server.close()),
);
