/** A host in its URL form, without a trailing dot, and the path below which the rule applies. */
export type DomainRule = { host: string; isSubdomainsOnly: boolean; path: string };

const FORM = /^(?:https?:\/\/)?(\*\.)?(\[[\da-f:.]+\]|[^/\s*?#@:[\]]+)(\/[^\s?#]*)?$/i;

/**
 * Reads a domain that a request allows or excludes: `example.com`, which includes its subdomains,
 * `*.example.com` for only the subdomains, or `example.com/docs` for a part of the site. Returns undefined for anything
 * else.
 */
export function readDomainRule(text: string): DomainRule | undefined {
  const [, wildcard, name = "", path = ""] = FORM.exec(text) ?? [];
  const url = URL.parse(`http://${name}`);
  if (name === "" || !url) return undefined;
  return { host: bareHost(url.hostname), isSubdomainsOnly: wildcard !== undefined, path: path.replace(/\/+$/, "") };
}

/** Returns whether a rule applies to a URL. */
export function matchesRule({ hostname, pathname }: URL, { host, isSubdomainsOnly, path }: DomainRule): boolean {
  const name = bareHost(hostname);
  const isHost = name.endsWith(`.${host}`) || (name === host && !isSubdomainsOnly);
  return isHost && (path === "" || `${plainPath(pathname)}/`.startsWith(`${plainPath(path)}/`));
}

/** `/%64ocs//a` is the path `/docs/a` for most servers. */
function plainPath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/\/{2,}/g, "/");
  } catch {
    return path;
  }
}

/** `example.com.` is the same host as `example.com`. */
function bareHost(hostname: string): string {
  return hostname.replace(/\.+$/, "");
}
