import { wavHead } from "./pcm.ts";

const PCM_NAME = /\.pcm$/i;

/** Returns whether a file has the gateway's `pcm` format: samples without a header. */
export function isPcm({ name }: Pick<File, "name">): boolean {
  return PCM_NAME.test(name);
}

/** Returns a playable file: raw samples get a WAV header. */
export function playableOf(file: File): File {
  if (!isPcm(file)) return file;
  return new File([wavHead(file.size), file], file.name.replace(PCM_NAME, ".wav"), { type: "audio/wav" });
}
