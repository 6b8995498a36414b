/** Returns the credential header of ElevenLabs. */
export function keyHeader(credential: string): Record<string, string> {
  return { "xi-api-key": credential };
}
