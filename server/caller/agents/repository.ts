import { isRecord } from "#lib/is-record.ts";
import type { CallerHeaders } from "../caller-headers.ts";

const LONGEST = 256;
/** Codex describes every workspace in this header, so it can be long. */
const LONGEST_METADATA = 16_384;

/**
 * Returns the repository that a client reports in `x-repository`, or Codex in its turn metadata: host and path, such as
 * `github.com/acme/shop`. Returns null if there is none.
 */
export function repositoryOf(headers: CallerHeaders): string | null {
  const named = headers.get("x-repository");
  if (named !== null) return repositoryName(named);
  const metadata = headers.get("x-codex-turn-metadata");
  return metadata === null ? null : repositoryName(originOf(metadata));
}

function originOf(metadata: string): string | undefined {
  if (metadata.length > LONGEST_METADATA || !metadata.includes("associated_remote_urls")) return undefined;
  const { workspaces } = parseFields(metadata);
  if (!isRecord(workspaces)) return undefined;
  for (const workspace of Object.values(workspaces)) {
    const remotes = isRecord(workspace) ? workspace.associated_remote_urls : undefined;
    if (!isRecord(remotes)) continue;
    const url = remotes.origin ?? Object.values(remotes)[0];
    if (typeof url === "string") return url;
  }
  return undefined;
}

function parseFields(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** A host and path, after a scheme and a user, or as `git@host:path`. */
const ADDRESS = /^(?:[a-z][a-z+]{1,9}:\/\/)?(?:[^/@\s]*@)?([a-z0-9][a-z0-9.-]*)(?::\d{1,5}(?=\/))?[/:]([^\s?#]+)/i;

/** Returns a remote's address without its scheme, its ending and the user and password that it may contain. */
function repositoryName(address: string | undefined): string | null {
  const [, host, path] = ADDRESS.exec(address?.trim().slice(0, 2 * LONGEST) ?? "") ?? [];
  const name = path?.replace(/^\/+/, "").replace(/(?:\.git)?\/*$/i, "");
  // A path on the caller's machine: `file:///home/ann/shop`, `C:\\shop`.
  if (!host || host.length === 1 || host.toLowerCase() === "file") return null;
  if (!name || name.includes("@")) return null;
  return `${host.toLowerCase()}/${name}`.slice(0, LONGEST);
}
