/**
 * Regions in which providers process prompts and responses, by the host that is called. Only hosts whose provider
 * promises a region are listed; the region of a company says nothing about that of its servers. Read 2026-11-24:
 * https://developers.openai.com/api/docs/guides/data-residency, https://docs.mistral.ai/studio/regional-inference,
 * https://developers.deepgram.com/reference/regional-endpoints, https://www.scaleway.com/en/docs/generative-apis/faq.
 */
const HOSTS: Readonly<Record<string, string>> = {
  "eu.api.openai.com": "europe",
  "us.api.openai.com": "us",
  "api.eu.mistral.ai": "europe",
  "api.us.mistral.ai": "us",
  "api.eu.deepgram.com": "europe",
  "api.us.deepgram.com": "us",
  "api.scaleway.ai": "europe",
};

/** Returns the data region of a host: `europe`, `us` or another; undefined if it is not known. */
export function dataRegionOfHost(host: string): string | undefined {
  return Object.hasOwn(HOSTS, host) ? HOSTS[host] : undefined;
}
