/** The credential as ElevenLabs reads it. */
export function keyHeader(credential: string): Record<string, string> {
  return { "xi-api-key": credential };
}
