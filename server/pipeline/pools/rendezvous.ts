/**
 * Returns a number below 0 by which credentials are compared, the highest first, so that each is first in proportion to
 * its weight. `draw`: from 0 to 1, random or `drawOf` a session. (Weighted rendezvous hashing: when a credential leaves
 * or returns, only its own share of the sessions moves.)
 */
export function rendezvousScore(draw: number, weight: number): number {
  return Math.log(Math.max(draw, Number.MIN_VALUE)) / weight;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns a number from 0 to 1 that is always the same for a session and a credential. */
export function drawOf(session: string, id: string): number {
  return (mixBits(hashText(id, hashText(session, FNV_OFFSET))) + 0.5) / 2 ** 32;
}

/** FNV-1a. */
function hashText(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  return hash;
}

/** MurmurHash3's last step, because similar texts have similar FNV hashes. */
function mixBits(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
