import type { Upstream } from "#tests/support/upstream/upstream.ts";
import { canWrite, type FailureLine, failUnderLoad, startInstallation } from "./installation.ts";
import { type PostgresServer, startPostgresServer } from "./servers/postgres-server.ts";

/** A primary with a synchronous standby: the primary fails under load, and the standby is promoted. */
export async function failOver(upstream: Upstream): Promise<FailureLine[]> {
  return [
    await failPrimary(upstream, "primary killed, standby promoted", (primary) => primary.kill()),
    await failPrimary(upstream, "primary silent, standby promoted", (primary) => primary.freeze()),
  ];
}

async function failPrimary(
  upstream: Upstream,
  name: string,
  fail: (primary: PostgresServer) => unknown,
): Promise<FailureLine> {
  const primary = await startPostgresServer();
  const standby = await primary.addStandby();
  // After the copy, so that the standby does not wait for a standby of its own once it is the primary.
  primary.run("psql", ["-d", primary.url, "-c", "alter system set synchronous_standby_names = '*'"]);
  primary.run("psql", ["-d", primary.url, "-c", "select pg_reload_conf()"]);
  const installation = await startInstallation(upstream, {
    DATABASE_URL: `postgres://switchboard@${primary.host},${standby.host}/postgres?target_session_attrs=read-write`,
  });
  const line = await failUnderLoad(installation, {
    name,
    works: canWrite,
    async fail() {
      void fail(primary);
      await standby.promote();
    },
    databaseUrl: standby.url,
  });
  await installation.stop();
  for (const server of [primary, standby]) server.close();
  return line;
}
