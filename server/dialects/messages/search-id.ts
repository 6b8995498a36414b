const PREFIX = "srvtoolu_sb1_";

/**
 * Returns the id of another provider's search in the form of Anthropic's, which clients check: `srvtoolu_` and letters,
 * digits or underscores. The gateway recognizes it when it comes back.
 */
export function searchId(id: string): string {
  return /^srvtoolu_\w+$/.test(id) ? id : `${PREFIX}${id.replace(/\W/g, "_")}`;
}

/** Returns whether `searchId` made an id. */
export function isOwnSearchId(id: string): boolean {
  return id.startsWith(PREFIX);
}
