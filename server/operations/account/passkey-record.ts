/** A passkey as the contract shows it. */
export function passkeyRecord({ id, name, createdAt }: { id: string; name: string | null; createdAt: Date | null }) {
  return { id, name, created_at: createdAt?.toISOString() ?? null };
}
