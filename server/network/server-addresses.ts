/** Scheme and user, hosts, and everything after them. */
const HOSTS = /^([a-z+]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * Splits an address with several hosts, such as `postgres://user@one:5432,two:5432/name`, into one address for each of
 * them. Returns none if one of them is not an address.
 */
export function serverAddresses(url: string): string[] {
  const [, start = "", hosts = "", rest = ""] = HOSTS.exec(url) ?? [];
  const addresses = hosts.split(",").map((host) => start + host + rest);
  return addresses.every((address) => URL.canParse(address)) ? addresses : [];
}

/** Returns what is wrong with an address of PostgreSQL servers; undefined if nothing is. */
export function faultOfServers(url: string, attributes: readonly string[]): string | undefined {
  const [address] = /^postgres(ql)?:/.test(url) ? serverAddresses(url) : [];
  if (!address) return "it must be a postgres:// URL";
  const wanted = new URL(address).searchParams.get("target_session_attrs");
  if (wanted === null || attributes.includes(wanted)) return undefined;
  return `target_session_attrs must be ${attributes.join(", ")} or absent`;
}
