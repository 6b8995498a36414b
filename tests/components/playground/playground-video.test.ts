import { describe, expect, test } from "vitest";
import { NO_PICTURES, pictureAt, pictureProblem, withoutData } from "#components/playground/video/pictures.ts";
import { readStoredJobs, withJob } from "#components/playground/video/stored-jobs.ts";
import {
  changedCount,
  formOf,
  readForm,
  type VideoFacts,
  type VideoForm,
  videoBody,
} from "#components/playground/video/video-form.ts";
import { durationsText, firstProblem, problemsOf } from "#components/playground/video/video-problems.ts";
import { readVideoLink, videoLink } from "#lib/video-link.ts";
import { addressEndMs, pauseOf } from "#lib/video-polling.ts";
import { isSettled } from "#lib/video-states.ts";

const plain: VideoForm = { ...readForm({}), prompt: " A fox " };
const full: VideoForm = {
  ...plain,
  duration: 4,
  resolution: "720p",
  aspectRatio: "9:16",
  size: "720x1280",
  audio: "off",
  seed: 0,
  callbackUrl: "https://example.com/hook",
};
const facts: VideoFacts = {
  generate_audio: true,
  seed: true,
  supported_aspect_ratios: ["16:9", "9:16"],
  supported_durations: [8, 4, 6],
  supported_frame_images: ["first_frame", "last_frame"],
  supported_resolutions: ["720p"],
  supported_sizes: ["1280x720"],
  pricing_skus: {},
  takesReferences: true,
};
const bare: VideoFacts = {
  ...facts,
  generate_audio: false,
  seed: false,
  supported_frame_images: [],
  takesReferences: false,
};
const fox = { id: "1", name: "fox.png", url: "data:image/png;base64,AAAA", sizeBytes: 3 };
const den = { id: "2", name: "https://example.com/den.png", url: "https://example.com/den.png" };
const pictures = { first: fox, last: den, references: [den, fox] };

describe("the body", () => {
  test("has only fields that were set", () => {
    expect(videoBody("m", plain, NO_PICTURES, facts)).toEqual({ model: "m", prompt: "A fox" });
  });

  test("has only one of the two size settings, and includes false and 0", () => {
    expect(videoBody("m", full, NO_PICTURES, facts)).toEqual({
      model: "m",
      prompt: "A fox",
      duration: 4,
      resolution: "720p",
      aspect_ratio: "9:16",
      generate_audio: false,
      seed: 0,
      callback_url: "https://example.com/hook",
    });
    const sized = videoBody("m", { ...full, shapedBy: "size" }, NO_PICTURES, facts);
    expect(sized).toMatchObject({ size: "720x1280" });
    expect(sized).not.toHaveProperty("resolution");
  });

  test("has frames and references in the API's format, without unsupported ones", () => {
    const image = (url: string) => ({ type: "image_url", image_url: { url } });
    const body = videoBody("m", full, pictures, facts);
    expect(body.frame_images).toEqual([
      { ...image(fox.url), frame_type: "first_frame" },
      { ...image(den.url), frame_type: "last_frame" },
    ]);
    expect(body.input_references).toEqual([image(den.url), image(fox.url)]);
    expect(Object.keys(videoBody("m", full, pictures, bare))).toEqual([
      ...["model", "prompt", "duration", "resolution", "aspect_ratio", "callback_url"],
    ]);
    expect(videoBody("m", full, pictures, undefined)).toMatchObject({ seed: 0, generate_audio: false });
  });

  test("can be converted back to its form", () => {
    for (const form of [full, { ...full, shapedBy: "size" as const }, { ...plain, prompt: "A fox" }]) {
      const body = videoBody("m", form, NO_PICTURES, facts);
      expect(videoBody("m", formOf(body), NO_PICTURES, facts)).toEqual(body);
      expect(readForm(JSON.parse(JSON.stringify(form)))).toEqual(form);
    }
  });

  test("has image data replaced in code samples, and nothing else", () => {
    const body = { prompt: "data:x", frame_images: [{ image_url: { url: fox.url } }, { image_url: { url: den.url } }] };
    expect(withoutData(body)).toEqual({
      prompt: "data:x",
      frame_images: [
        { image_url: { url: "data:image/png;base64,BASE64_OF_THE_IMAGE" } },
        { image_url: { url: den.url } },
      ],
    });
  });
});

describe("a form cannot be sent with", () => {
  test.each<[Partial<VideoForm>, string | undefined]>([
    [{}, undefined],
    [{ prompt: " \n" }, "Describe the video first."],
    [{ duration: 0 }, "Duration: Enter a whole number of seconds, at least 1."],
    [{ duration: 1.5 }, "Duration: Enter a whole number of seconds, at least 1."],
    [{ duration: 5 }, "Duration: The model supports 4, 6 or 8 seconds."],
    [{ duration: 6 }, undefined],
    [{ resolution: "4K" }, "Resolution: The model does not support 4K. Choose another value or auto."],
    [{ resolution: "4K", shapedBy: "size" }, undefined],
    [{ aspectRatio: "1:1" }, "Aspect ratio: The model does not support 1:1. Choose another value or auto."],
    [{ size: "1280 x 720", shapedBy: "size" }, "Size: Enter width and height in pixels, such as 1280x720."],
    [
      { size: "1920x1080", shapedBy: "size" },
      "Size: The model does not support 1920x1080. Choose another value or auto.",
    ],
    [{ size: "1280x720", shapedBy: "size" }, undefined],
    [{ seed: 1.5 }, "Seed: Enter a whole number."],
    [{ callbackUrl: "http://example.com" }, "Callback URL: Enter a URL that starts with https://."],
    [{ callbackUrl: "nowhere" }, "Callback URL: Enter a URL that starts with https://."],
    [{ callbackUrl: "https://me:pw@example.com" }, "Callback URL: Enter a URL without a user name or password."],
  ])("%j", (change, problem) => {
    expect(firstProblem(problemsOf({ ...plain, ...change }, facts))).toBe(problem);
  });

  test("violations of the API's rules, even for an unknown model", () => {
    const problems = (change: Partial<VideoForm>) => problemsOf({ ...plain, ...change }, undefined);
    expect(problems({ duration: 600, resolution: "4K", aspectRatio: "1:1", seed: 3 })).toEqual({});
    expect(problems({ duration: 601 })).toEqual({ duration: "Enter at most 600 seconds." });
    expect(problemsOf({ ...plain, seed: 1.5 }, bare)).toEqual({});
  });

  test("durations are written in words", () => {
    expect(durationsText([4, 1, 2, 3])).toBe("1 to 4");
    expect(durationsText([12, 4, 8])).toBe("4, 8 or 12");
    expect(durationsText([8])).toBe("8");
  });
});

test("settings that differ from their defaults are counted, including images", () => {
  expect(changedCount(plain, NO_PICTURES)).toBe(0);
  expect(changedCount(full, pictures)).toBe(6 + 4);
  expect(changedCount({ ...full, shapedBy: "size" }, NO_PICTURES)).toBe(5);
});

describe("images", () => {
  test.each([
    [{ name: "a.png", type: "image/png", size: 1 }, undefined],
    [{ name: "a.gif", type: "image/gif", size: 1 }, "a.gif is not a PNG, JPEG or WebP image."],
    [{ name: "a.png", type: "image/png", size: 0 }, "a.png is empty."],
    [{ name: "a.png", type: "image/png", size: 20 * 1024 * 1024 + 1 }, "a.png is larger than 20 MB."],
  ])("%j", (file, problem) => {
    expect(pictureProblem(file)).toBe(problem);
  });

  test("can be given as a URL, and not as other text", () => {
    expect(pictureAt(" https://example.com/a.png\n")).toMatchObject({ url: "https://example.com/a.png" });
    for (const text of ["a fox", "file:///etc/passwd", "https://example.com/a b", "javascript:alert(1)", ""]) {
      expect(pictureAt(text)).toBeUndefined();
    }
  });
});

describe("stored jobs", () => {
  const job = { id: "gen-vid-1", begunAtMs: 5, body: { model: "m" }, picturesLeftOut: 1 };

  test("are restored if valid", () => {
    const routed = { ...job, routing: { summary: "", attempts: [], candidates: 1, notes: ["seed: dropped"] } };
    expect(readStoredJobs(JSON.stringify([routed, job]))).toEqual([routed, job]);
    expect(readStoredJobs(JSON.stringify([{ id: "" }, 3, { id: "x", routing: { attempts: 1 } }]))).toEqual([
      { id: "x", begunAtMs: 0, body: {}, picturesLeftOut: 0 },
    ]);
    for (const text of [null, "", "{", "{}"]) expect(readStoredJobs(text)).toEqual([]);
  });

  test("are sorted newest first, unique, at most twelve", () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ ...job, id: `j${at}` }));
    const ids = withJob(many, { ...job, id: "j3" }).map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(["j3", "j0", "j1"]);
    expect(ids).toHaveLength(12);
    expect(withJob(many, job).at(-1)?.id).toBe("j10");
  });
});

test("a job is polled less and less often, at most once per second", () => {
  expect([-5, 0, 4000, 20_000, 60_000, 3_600_000].map(pauseOf)).toEqual([1000, 1000, 1000, 5000, 15_000, 15_000]);
});

test("a signed URL states when it expires", () => {
  expect(addressEndMs("https://gateway.example/v?index=0&expires=1700000000&signature=x")).toBe(1_700_000_000_000);
  for (const address of [undefined, "", "https://gateway.example/v", "https://g.example/v?expires=soon"]) {
    expect(addressEndMs(address)).toBeUndefined();
  }
});

describe("a link with a job's parameters", () => {
  const asked = { prompt: "A fox & a hen #1", duration: 4, resolution: "480p", aspect_ratio: "9:16" };

  test("restores them and keeps the prompt out of server requests", () => {
    const link = new URL(videoLink("default", { model: "local/animatic", ...asked }), "https://gateway.example");
    expect(link.pathname).toBe("/w/default/playground/video");
    expect(Object.fromEntries(link.searchParams)).toEqual({ model: "local/animatic" });
    expect(readVideoLink(link.hash)).toEqual(asked);
  });

  test("contains only parameters that are set, and other hashes are ignored", () => {
    const link = videoLink("default", { model: "m" });
    expect(link).toBe("/w/default/playground/video?model=m");
    for (const hash of ["", "#", "#results", "#duration=soon"]) expect(readVideoLink(hash)).toBeUndefined();
  });
});

test("an unknown state counts as unfinished", () => {
  expect(["pending", "in_progress", "upscaling", "toString"].map(isSettled)).toEqual([false, false, false, false]);
  expect(["completed", "failed", "cancelled", "expired"].map(isSettled)).toEqual([true, true, true, true]);
});
