# Builds Switchboard and keeps only what runs: no shell, no package manager, not root.
#   docker build -t switchboard .
#   docker run -p 3000:3000 -v switchboard:/data --read-only --tmpfs /tmp switchboard
FROM node:24-trixie-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY server/cli server/cli
COPY server/build server/build
RUN node server/cli/start.mjs --install-only
COPY . .
RUN npm run build && node_modules/node/bin/node server/build/image.mjs /image && mkdir /data

FROM gcr.io/distroless/cc-debian13:nonroot
WORKDIR /app
# The Node that package.json pins.
COPY --from=build /build/node_modules/node/bin/node /usr/local/bin/node
COPY --from=build /image .
COPY --from=build --chown=65532:65532 /data /data
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_TRIM_THRESHOLD_=131072
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s \
  CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The flags are those of server/cli/node-flags.mjs.
ENTRYPOINT ["/usr/local/bin/node", "--max-semi-space-size=64", "--min-semi-space-size=64", "--no-parallel-scavenge", "--no-allocation-site-pretenuring", "--use-largepages=silent", "--no-maglev", "--wasm-tiering-budget=130000000", "--import", "/app/server/cli/env-file.mjs"]
CMD [".next/switchboard/main.mjs"]
