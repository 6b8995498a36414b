import type { NextConfig } from "next";
import type { Rewrite } from "next/dist/lib/load-custom-routes";

/** Google's clients have a prefix of their own, or `/v1` since 2026. */
const BETA = "/:version(v1(?:alpha|beta)\\d*)";
const ANY_VERSION = "/:version(v1(?:alpha\\d*|beta\\d*)?)";
const METHODS = "(generateContent|streamGenerateContent|countTokens|embedContent|batchEmbedContents|predict)";
/** A model as its clients name it, and as a route has it. */
const MODELS = [
  ["/models/:model([^/:]+(?:\\:[^/:]+)?)", ":model"],
  ["/models/:author([^/:]+)/:slug([^/:]+)", ":author%2F:slug"],
  ["/:author([^/:]+)/:slug([^/:]+)", ":author%2F:slug"],
  ["/publishers/:author([^/:]+)/models/:slug([^/:]+)", ":author%2F:slug"],
];

const config: NextConfig = {
  // Compressed API answers cost ten times the CPU and hold stream chunks back; the pages' files are compressed once,
  // when they are built.
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run verify` checks the types; a second check would double the time of the first start.
  typescript: { ignoreBuildErrors: true },
  // Clients that expect the API at the root, as their providers have it.
  rewrites: async () => [...googleAddresses(), { source: "/v1/:path*", destination: "/api/v1/:path*" }],
  serverExternalPackages: ["@electric-sql/pglite", "@electric-sql/pglite-socket", "pino", "ioredis", "prom-client"],
  experimental: {
    // A page is loaded when it is first visited. Next would load all of them at the start, and the API's route modules
    // too, although the gateway serves the API from a bundle of its own: a fifth of a start's CPU.
    preloadEntriesOnStart: false,
    // A cold build, as of a first start, takes half the CPU without a cache for the next one and without maps of the
    // pages' server code. The API's stack traces come from a bundle with maps of its own (`server/build/bundle.mjs`).
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    // Few large chunks, since many small ones compress worse. Sizes are those of the source, and React's is 0.6 MB:
    // with a smaller limit, React and Next would stay three chunks that every page loads.
    turbopackChunking: { requestCost: 10_000, minChunkSize: 1_000_000, maxMergeChunkSize: 10_000_000 },
    // A page that cannot be fetched is fetched again once the gateway is back; otherwise the browser would leave.
    useOffline: true,
    turbopackCjsTreeShaking: true,
    turbopackCrossModuleConstants: true,
  },
  turbopack: {
    rules: {
      "**/lib/contract/*.ts": { condition: "browser", loaders: ["./server/build/browser-contract.mjs"] },
      "**/next/{navigation,dist/{build/polyfills,client,lib,shared}/**/*}.js": {
        condition: { all: ["browser", "production"] },
        loaders: ["./server/build/browser-next.mjs"],
      },
      "**/lucide-react/dist/esm/{createLucideIcon,icons/*}.mjs": { loaders: ["./server/build/icons.mjs"] },
    },
  },
};

/**
 * Returns what `server/http/targets/google-target.ts` does for our own HTTP server, as far as rewrites can: a key in the
 * query stays there, and a stream without `alt` consists of events.
 */
function googleAddresses(): Rewrite[] {
  const routes = "/api/v1/gemini";
  const query = (key: string) => [{ type: "query" as const, key }];
  const has = [{ type: "header" as const, key: "x-goog-api-client" }];
  const methods = MODELS.map(([model, name]) => {
    return { source: `${ANY_VERSION}${model}\\::method${METHODS}`, destination: `${routes}/models/${name}/:method` };
  });
  const records = [
    { path: "/models/:author([^/:]+)/:slug([^/:]+)", destination: `${routes}/models/:author%2F:slug` },
    { path: "/files/:id([^/:]+)\\:download", destination: "/api/v1/files/:id/content" },
    { path: "/:kind(models|files|cachedContents)/:id([^/:]+)", destination: `${routes}/:kind/:id` },
    { path: "/:kind(models|files|cachedContents)", destination: `${routes}/:kind` },
    // Unknown addresses: an error in Google's form.
    { path: "/:path*", destination: "/api/v1beta/:path*", isBeta: true },
  ];
  const upload = `/upload${ANY_VERSION}/files`;
  return [
    ...methods,
    { source: upload, has: query("upload_id"), destination: `${routes}/upload/content` },
    { source: upload, destination: `${routes}/upload` },
    ...records.map(({ path, destination }) => ({ source: `${BETA}${path}`, destination })),
    // Clients of OpenAI and Anthropic have models and files at the same addresses.
    ...records.flatMap(({ path, destination, isBeta }) => (isBeta ? [] : [{ source: `/v1${path}`, has, destination }])),
  ];
}

export default config;
