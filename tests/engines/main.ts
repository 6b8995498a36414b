import { writeFileSync } from "node:fs";
import { startUpstream } from "#tests/support/upstream/upstream.ts";
import { runPoolers } from "./poolers.ts";
import { runRedis } from "./redis.ts";
import { runReplica } from "./replica.ts";
import { isClean, reportOf } from "./report.ts";
import { failOver } from "./standby.ts";

// `npm run engines`: existing distributed engines, as real servers, written to engines.md. Needs Debian's postgresql,
// pgbouncer, redis-server and redis-sentinel.

const say = (line: string) => process.stderr.write(`${line}\n`);

const upstream = await startUpstream();
say("PostgreSQL with a standby");
const standby = await failOver(upstream);
say("PostgreSQL with a read replica");
const replica = await runReplica(upstream);
say("PgBouncer");
const poolers = await runPoolers(upstream);
say("Redis Sentinel and Redis Cluster");
const redis = await runRedis(upstream);
await upstream.close();

const results = { standby, replica, poolers, redis };
const file = "tests/engines/engines.md";
writeFileSync(file, reportOf(results));
say(`written to ${file}`);
process.exit(isClean(results) ? 0 : 1);
