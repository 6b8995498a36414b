import { takesSeed, type VideoFacts, type VideoForm } from "./video-form.ts";

const LONGEST_SECONDS = 600;
const LONGEST_PROMPT = 100_000;

/** The errors of a form, by field, each as a sentence. */
export type VideoProblems = Partial<Record<"prompt" | ShapeField | "duration" | "seed" | "callbackUrl", string>>;
type ShapeField = "resolution" | "aspectRatio" | "size";

const NAMES: Record<keyof VideoProblems, string> = {
  prompt: "Prompt",
  duration: "Duration",
  resolution: "Resolution",
  aspectRatio: "Aspect ratio",
  size: "Size",
  seed: "Seed",
  callbackUrl: "Callback URL",
};

/** Returns what breaks the API's or the model's rules, before anything is sent. */
export function problemsOf(form: VideoForm, facts: VideoFacts | undefined): VideoProblems {
  const found = {
    prompt: promptProblem(form.prompt),
    duration: durationProblem(form.duration, facts?.supported_durations),
    ...(form.shapedBy === "size"
      ? { size: sizeProblem(form.size, facts?.supported_sizes) }
      : {
          resolution: notOneOf(form.resolution, facts?.supported_resolutions),
          aspectRatio: notOneOf(form.aspectRatio, facts?.supported_aspect_ratios),
        }),
    seed:
      takesSeed(facts) && form.seed !== null && !Number.isSafeInteger(form.seed) ? "Enter a whole number." : undefined,
    callbackUrl: callbackProblem(form.callbackUrl.trim()),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

/** Returns the first of them, for display next to the button. */
export function firstProblem(problems: VideoProblems): string | undefined {
  if (problems.prompt) return problems.prompt;
  const [field, problem] = Object.entries(problems)[0] ?? [];
  return field && `${NAMES[field as keyof VideoProblems]}: ${problem}`;
}

/** Formats durations in words: "4, 6 or 8", or "1 to 10" for a full range. */
export function durationsText(durations: readonly number[]): string {
  const sorted = durations.toSorted((one, other) => one - other);
  const [first = 0, last = first] = [sorted[0], sorted.at(-1)];
  const isWhole = sorted.length > 3 && last - first === sorted.length - 1;
  return isWhole ? `${first} to ${last}` : oneOf(sorted.map(String));
}

function promptProblem(prompt: string): string | undefined {
  if (prompt.trim() === "") return "Describe the video first.";
  if (prompt.trim().length > LONGEST_PROMPT) return "Enter at most 100,000 characters.";
  return undefined;
}

function durationProblem(duration: number | null, supported: readonly number[] | null | undefined) {
  if (duration === null) return undefined;
  if (!Number.isSafeInteger(duration) || duration < 1) return "Enter a whole number of seconds, at least 1.";
  if (supported) {
    return supported.includes(duration) ? undefined : `The model supports ${durationsText(supported)} seconds.`;
  }
  return duration > LONGEST_SECONDS ? `Enter at most ${LONGEST_SECONDS} seconds.` : undefined;
}

function sizeProblem(size: string, supported: readonly string[] | null | undefined): string | undefined {
  if (size !== "" && !/^[1-9]\d{1,4}x[1-9]\d{1,4}$/.test(size))
    return "Enter width and height in pixels, such as 1280x720.";
  return notOneOf(size, supported);
}

function notOneOf(value: string, supported: readonly string[] | null | undefined): string | undefined {
  if (value === "" || !supported || supported.includes(value)) return undefined;
  return `The model does not support ${value}. Choose another value or auto.`;
}

function callbackProblem(url: string): string | undefined {
  if (url === "") return undefined;
  const isHttps = URL.canParse(url) && new URL(url).protocol === "https:";
  if (!isHttps) return "Enter a URL that starts with https://.";
  return /^https:\/\/[^/?#]*@/.test(url) ? "Enter a URL without a user name or password." : undefined;
}

function oneOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
