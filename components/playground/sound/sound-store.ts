const held = new Map<string, File>();

/** Returns the sound of a workspace's transcription mode, until the page is reloaded; other modes may set it. */
export function takeStoredSound(workspace: string): File | undefined {
  return held.get(workspace);
}

export function storeSound(workspace: string, file: File | undefined): void {
  if (file) held.set(workspace, file);
  else held.delete(workspace);
}
