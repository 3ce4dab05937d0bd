# The shop as an image; docs/operators.md says how to run it. Any base with glibc and Node 20 or newer will do: the shop
# runs under the Node of its npm packages where the base's own is older.
ARG NODE_IMAGE=docker.io/library/node:26-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
# Changes less often than the sources: a rebuild reuses this layer.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --include=dev --include=optional
COPY . .
RUN node scripts/bootstrap.mjs pages \
 && npm prune --omit=dev --ignore-scripts \
 && rm -rf node_modules/.cache
# The files of a running shop. Without Git history, the version of its nodes has a hash of the sources, or this commit.
ARG REVISION=
RUN mkdir -p /shop/build/pages \
 && cp -r package.json shop.config.ts LICENSE LICENSES.md migrations demo plugins examples src scripts node_modules /shop/ \
 && cp -r build/pages/. /shop/build/pages/ \
 && cp build/revision /shop/build/ \
 && if [ -n "$REVISION" ]; then printf %s "$REVISION" > /shop/build/revision; fi

FROM ${NODE_IMAGE}
# PostgreSQL refuses to run as root, and asks the system for the name of its user.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /tmp stoa \
 && mkdir /data \
 && chown stoa:stoa /data
WORKDIR /app
COPY --from=build /shop ./
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/tmp/node-compile-cache
USER 10001:10001
# The embedded database, and the secret where APP_SECRET is not set. Unused with DATABASE_URL and APP_SECRET.
VOLUME /data
EXPOSE 3000
# Started: the catalogue is loaded. Not /readyz, which also fails in an outage of the database: restarting the shop would
# not end it. The first start creates the database.
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/startz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Passes SIGTERM on: the shop finishes the requests in progress, then its database.
CMD ["node", "scripts/run.mjs", "src/main.ts"]
