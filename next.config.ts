import type { NextConfig } from "next";

const isDevelopment = process.env.NODE_ENV === "development";

// Nothing is loaded from, sent to or framed by another origin. Next's own inline scripts carry no nonce.
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ""}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

// Of what a browser asks its user for, the pages want the microphone alone, to record what is to be transcribed.
const PERMISSIONS_POLICY = [
  "microphone=(self)",
  ...["camera", "display-capture", "geolocation", "midi", "payment", "usb"].map((feature) => `${feature}=()`),
].join(", ");

const config: NextConfig = {
  // Compressed API answers cost ten times the CPU and hold stream chunks back; the pages' files are compressed once,
  // when they are built.
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run verify` checks the types; a second check would double the time of the first start.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["@electric-sql/pglite", "@electric-sql/pglite-socket", "pino", "ioredis", "prom-client"],
  turbopack: {
    rules: {
      "**/lib/contract/*.ts": { condition: "browser", loaders: ["./server/browser-contract.mjs"] },
    },
  },
  headers: async () => [
    {
      source: "/((?!api/).*)",
      headers: [
        { key: "Content-Security-Policy", value: CONTENT_SECURITY_POLICY },
        { key: "Permissions-Policy", value: PERMISSIONS_POLICY },
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "Referrer-Policy", value: "same-origin" },
      ],
    },
  ],
};

export default config;
