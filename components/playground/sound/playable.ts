import { wavHead } from "./pcm.ts";

const PCM_NAME = /\.pcm$/i;

/** Whether a file is what the gateway's `pcm` is: samples without a header. */
export function isPcm({ name }: Pick<File, "name">): boolean {
  return PCM_NAME.test(name);
}

/** A sound as a file that can be played: bare samples get the header of a WAV file. */
export function playableOf(file: File): File {
  if (!isPcm(file)) return file;
  return new File([wavHead(file.size), file], file.name.replace(PCM_NAME, ".wav"), { type: "audio/wav" });
}
