/** Converts a passkey to its API record. */
export function passkeyRecord({ id, name, createdAt }: { id: string; name: string | null; createdAt: Date | null }) {
  return { id, name, created_at: createdAt?.toISOString() ?? null };
}
