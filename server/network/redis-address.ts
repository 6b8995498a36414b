import { ENCODED, serverAddresses } from "./server-addresses.ts";

export type RedisNode = { host: string; port: number };

type Access = { username?: string; password?: string; isEncrypted: boolean };

/** The servers that REDIS_URL names: one server, the sentinels of a group of servers, or nodes of a cluster. */
export type RedisAddress =
  | { kind: "server"; url: string }
  | (Access & {
      kind: "sentinel";
      sentinels: RedisNode[];
      group: string;
      database: number;
      sentinelUsername?: string;
      sentinelPassword?: string;
    })
  | (Access & { kind: "cluster"; nodes: RedisNode[] });

const SENTINEL_PORT = 26_379;
const REDIS_PORT = 6_379;

/**
 * Reads `redis://host:6379/0`, `redis+sentinel://one:26379,two:26379/<group>/<database>` or
 * `redis+cluster://one:6379,two:6379`; `rediss` in place of `redis` encrypts. User and password are those of the
 * servers, `?sentinel_user` and `?sentinel_password` those of the sentinels. Returns a sentence that states the problem
 * if the address is invalid.
 */
export function readRedisAddress(text: string): RedisAddress | string {
  const [scheme = ""] = text.split("://");
  const urls = serverAddresses(text).map((address) => new URL(address));
  const [first] = urls;
  if (!first && /^rediss?(\+\w+)?$/.test(scheme)) return `${FORMS}. ${ENCODED}`;
  if (!first || !urls.every(({ hostname }) => hostname)) return FORMS;
  if (/^rediss?$/.test(scheme)) return urls.length === 1 ? { kind: "server", url: text } : SEVERAL;
  const access = accessOf(first, scheme.startsWith("rediss"));
  if (/^rediss?\+cluster$/.test(scheme)) {
    if (!/^\/?0?$/.test(first.pathname)) return "a cluster has only the database 0";
    return { kind: "cluster", nodes: urls.map((url) => nodeOf(url, REDIS_PORT)), ...access };
  }
  return /^rediss?\+sentinel$/.test(scheme) ? sentinelAddress(urls, first, access) : FORMS;
}

const FORMS = "it must be a redis://, rediss://, redis+sentinel:// or redis+cluster:// URL";
const SEVERAL = "several servers need redis+sentinel:// or redis+cluster://";

function sentinelAddress(urls: readonly URL[], first: URL, access: Access): RedisAddress | string {
  const [, group, database = "0", more] = first.pathname.split("/");
  if (!group || more !== undefined || !/^\d{1,4}$/.test(database))
    return "after the sentinels it must name their group of servers, as in redis+sentinel://host:26379/mymaster";
  const sentinelUsername = first.searchParams.get("sentinel_user");
  const sentinelPassword = first.searchParams.get("sentinel_password");
  return {
    kind: "sentinel",
    sentinels: urls.map((url) => nodeOf(url, SENTINEL_PORT)),
    group: decodeURIComponent(group),
    database: Number(database),
    ...access,
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
  };
}

function accessOf({ username, password }: URL, isEncrypted: boolean): Access {
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    isEncrypted,
  };
}

function nodeOf({ hostname, port }: URL, standardPort: number): RedisNode {
  return { host: hostname.replace(/^\[(.+)\]$/, "$1"), port: Number(port) || standardPort };
}
