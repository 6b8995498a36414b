/** Checks as bytes pass whether they are UTF-8 text: valid, and without control characters other than white space. */
export type TextReader = { push(chunk: Uint8Array): void; end(): boolean };

// Terminal logs contain the escape character.
const ALLOWED_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

export function createTextReader(): TextReader {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isText = true;
  const decode = (chunk: Uint8Array | undefined) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      return true;
    } catch {
      // The decoder is fatal, so these bytes are not UTF-8.
      return false;
    }
  };
  return {
    push(chunk) {
      isText &&= !hasControls(chunk) && decode(chunk);
    },
    end: () => isText && decode(undefined),
  };
}

function hasControls(chunk: Uint8Array): boolean {
  for (let at = 0; at < chunk.length; at++) {
    const byte = chunk[at] as number;
    if (byte < 0x20 && !ALLOWED_CONTROLS.has(byte)) return true;
  }
  return false;
}
