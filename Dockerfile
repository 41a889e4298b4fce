# Two images of one repository: `serve` answers requests, `refresh` takes snapshots and builds the site. compose.yaml runs both.

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

# What only a build imports goes; a test compares the rest with what the server and the commands import.
FROM packages AS serve-packages
RUN npm pkg delete dependencies.astro dependencies.@minify-html/node dependencies.d3-hierarchy dependencies.fflate dependencies.fontkitten \
      dependencies.hyparquet dependencies.hyparquet-writer dependencies.json-schema-to-typescript dependencies.typescript-native && \
    npm prune --omit=dev --omit=optional

FROM node:24-bookworm-slim AS refresh
# Git reads the history of the adapters.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY . .
RUN mkdir -p /var/lib/plimsoll-build && chown node:node /var/lib/plimsoll-build
USER node
ENV PLIMSOLL_DB=/var/lib/plimsoll-build/plimsoll.sqlite PLIMSOLL_DIST=/var/lib/plimsoll-build/dist REFRESH_SECONDS=86400
# A failed run leaves the last good site; the next one comes in its time.
CMD ["sh", "-c", "while true; do npm run --silent snapshot && npm run --silent build -- --no-alerts; sleep \"$REFRESH_SECONDS\"; done"]

FROM node:24-bookworm-slim AS serve
WORKDIR /app
COPY --from=serve-packages /app/node_modules node_modules
COPY package.json ./
COPY data data
COPY scripts scripts
COPY src src
RUN mkdir -p /var/lib/plimsoll && chown node:node /var/lib/plimsoll
USER node
ENV HOST=0.0.0.0 PORT=8888 PLIMSOLL_DIST=/var/lib/plimsoll-build/dist STATE_URL=sqlite:/var/lib/plimsoll/state.sqlite
EXPOSE 8888
HEALTHCHECK --start-period=30s --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/v1/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "./scripts/node-version.mjs", "scripts/serve.ts"]
