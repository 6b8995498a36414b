import type { VideoFacts, VideoForm } from "./video-form.ts";
import type { VideoProblems } from "./video-problems.ts";

export type VideoSettingsProps = {
  form: VideoForm;
  setForm: (change: Partial<VideoForm>) => void;
  /** The model's video options; undefined if the catalogue does not know it. */
  facts: VideoFacts | undefined;
  problems: VideoProblems;
};
