# The services of curlew: docker build -t curlew . && docker run --rm -p 8787:8787 -v curlew-tokens:/etc/curlew curlew
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
RUN npm ci
COPY . .
RUN npx tsx scripts/build.ts
# what the services need, and no more
RUN npm ci --omit=dev --workspace curlew-service --include-workspace-root

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ENV NODE_ENV=production \
    CURLEW_HOST=0.0.0.0 \
    CURLEW_TOKENS=/etc/curlew/tokens.json \
    CURLEW_HEALTH_LISTEN=0.0.0.0:9090
WORKDIR /opt/curlew
COPY --from=build /src/package.json ./
COPY --from=build /src/node_modules ./node_modules
COPY --from=build /src/wasm ./wasm
COPY --from=build /src/queries ./queries
COPY --from=build /src/schema ./schema
COPY --from=build /src/dist ./dist
COPY --from=build /src/packages/curlew-service ./packages/curlew-service
RUN ln -s /opt/curlew/dist/cli.cjs /usr/local/bin/curlew && install -d -o root -g node -m 2750 /etc/curlew
# Nothing is written at run time: works with a read-only file system.
USER node
EXPOSE 8787 9090
HEALTHCHECK --interval=10s --timeout=2s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9090/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["curlew"]
CMD ["serve"]
