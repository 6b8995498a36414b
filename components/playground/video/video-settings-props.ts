import type { VideoFacts, VideoForm } from "./video-form.ts";
import type { VideoProblems } from "./video-problems.ts";

export type VideoSettingsProps = {
  form: VideoForm;
  setForm: (change: Partial<VideoForm>) => void;
  /** What the model may be asked for; undefined when the catalogue does not know it. */
  facts: VideoFacts | undefined;
  problems: VideoProblems;
};
