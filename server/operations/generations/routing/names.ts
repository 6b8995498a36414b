/** Returns the provider of an endpoint id, `<model>@<provider>`; the text itself if it is only a model's name. */
export function providerOfEndpoint(endpoint: string): string {
  return endpoint.slice(endpoint.indexOf("@") + 1);
}
