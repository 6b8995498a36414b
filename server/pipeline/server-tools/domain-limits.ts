/** Domains that a request allows or excludes; each stands for its subdomains too. */
export type DomainLimits = { allowed?: readonly string[] | undefined; excluded?: readonly string[] | undefined };

/** Returns whether a request allows pages of a host. */
export function allowsHost(host: string, { allowed, excluded }: DomainLimits): boolean {
  const isIn = (domain: string) => host === domain.toLowerCase() || host.endsWith(`.${domain.toLowerCase()}`);
  return !excluded?.some(isIn) && (!allowed?.length || allowed.some(isIn));
}
