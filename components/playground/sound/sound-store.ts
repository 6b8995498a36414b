const held = new Map<string, File>();

/** The sound that a workspace's transcription mode has, until the page is loaded anew; other modes may give it one. */
export function storedSound(workspace: string): File | undefined {
  return held.get(workspace);
}

export function storeSound(workspace: string, file: File | undefined): void {
  if (file) held.set(workspace, file);
  else held.delete(workspace);
}
