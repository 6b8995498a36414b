import { type DomainRule, matchesRule, readDomainRule } from "#lib/domain-rule.ts";

/** Domains that a request allows or excludes, as `readDomainRule` reads them. */
export type DomainLimits = { allowed?: readonly string[] | undefined; excluded?: readonly string[] | undefined };

/** Returns whether a request allows a page. */
export function allowsUrl(url: URL, { allowed, excluded }: DomainLimits): boolean {
  const isIn = (rules: readonly DomainRule[]) => rules.some((rule) => matchesRule(url, rule));
  return !isIn(rulesOf(excluded)) && (!allowed?.length || isIn(rulesOf(allowed)));
}

/** Returns the hosts of domains for a search engine: few know wildcards and paths. */
export function hostsOf(domains: readonly string[]): string[] {
  return [...new Set(rulesOf(domains).map(({ host }) => host))];
}

/** Returns the hosts that are excluded as a whole. */
export function wholeHostsOf(domains: readonly string[]): string[] {
  return rulesOf(domains)
    .filter(({ isSubdomainsOnly, path }) => !isSubdomainsOnly && path === "")
    .map(({ host }) => host);
}

function rulesOf(domains: readonly string[] = []): DomainRule[] {
  return domains.flatMap((domain) => readDomainRule(domain) ?? []);
}
