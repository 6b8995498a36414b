/** Returns the provider of an endpoint id, `<model>@<provider>`; a model's own name if it is no endpoint. */
export function providerOfEndpoint(endpoint: string): string {
  return endpoint.slice(endpoint.indexOf("@") + 1);
}
