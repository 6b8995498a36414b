/** Scheme and user, hosts, and everything after them. */
const HOSTS = /^([a-z+]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * Splits an address with several hosts, such as `postgres://user@one:5432,two:5432/name`, into one address for each of
 * them. Returns an empty list if one of them is invalid.
 */
export function serverAddresses(url: string): string[] {
  const [, start = "", hosts = "", rest = ""] = HOSTS.exec(url) ?? [];
  const addresses = hosts.split(",").map((host) => start + host + rest);
  return addresses.every((address) => URL.canParse(address)) ? addresses : [];
}

/** The usual cause: generated passwords. */
export const ENCODED = "Characters such as #, / and ? in the password must be percent-encoded (# is %23)";

/** Returns the problem with an address of PostgreSQL servers; undefined if it is valid. */
export function findServersProblem(url: string, attributes: readonly string[]): string | undefined {
  if (!/^postgres(ql)?:/.test(url)) return "it must be a postgres:// URL";
  const [address] = serverAddresses(url);
  if (!address) return `it must be a valid postgres:// URL. ${ENCODED}`;
  const sessionAttributes = new URL(address).searchParams.get("target_session_attrs");
  if (sessionAttributes === null || attributes.includes(sessionAttributes)) return undefined;
  return `target_session_attrs must be ${attributes.join(", ")} or absent`;
}
