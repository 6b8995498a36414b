import { playgroundPath } from "./playground-modes.ts";

/** The parameters of a link to the playground's video mode, under the API's names. */
export type VideoParameters = {
  model: string;
  prompt?: string | undefined;
  duration?: number | undefined;
  resolution?: string | undefined;
  aspect_ratio?: string | undefined;
};

/**
 * Returns a link that opens the video mode with a job's parameters. They follow the `#`, so that no log contains the
 * prompt.
 */
export function videoLink(workspaceSlug: string, { model, ...asked }: VideoParameters): string {
  const filled = Object.entries(asked).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  const hash = new URLSearchParams(filled).toString();
  return `${playgroundPath(workspaceSlug, "video")}?${new URLSearchParams({ model })}${hash && `#${hash}`}`;
}

/** Reads the parameters after the `#` of an address; undefined if there are none. */
export function readVideoLink(hash: string): Omit<VideoParameters, "model"> | undefined {
  const search = new URLSearchParams(hash.replace(/^#/, ""));
  const text = (name: string) => search.get(name) || undefined;
  const duration = Number(text("duration"));
  const parameters = {
    prompt: text("prompt"),
    duration: Number.isSafeInteger(duration) ? duration : undefined,
    resolution: text("resolution"),
    aspect_ratio: text("aspect_ratio"),
  };
  return Object.values(parameters).some((value) => value !== undefined) ? parameters : undefined;
}
