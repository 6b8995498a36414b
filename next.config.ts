import type { NextConfig } from "next";

const config: NextConfig = {
  // Compressed API answers cost ten times the CPU and hold stream chunks back; the pages' files are compressed once,
  // when they are built.
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run verify` checks the types; a second check would double the time of the first start.
  typescript: { ignoreBuildErrors: true },
  // Clients that expect the API at the root, as their providers have it.
  rewrites: async () => [{ source: "/v1/:path*", destination: "/api/v1/:path*" }],
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
    },
  },
};

export default config;
