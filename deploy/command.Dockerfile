# The command alone, from the checkout:
#   docker build -f deploy/command.Dockerfile -t curlew-command .
#   docker run --rm --read-only -v "$PWD:/work:ro" curlew-command scan .
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /src
COPY . .
RUN npm ci && npx tsx scripts/build.ts && mkdir /packed && npm pack --pack-destination /packed

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
COPY --from=build /packed /packed
RUN npm install --global --ignore-scripts /packed/*.tgz && rm -r /packed
# What V8 compiles is kept in the image: nothing can be kept at run time.
RUN NODE_COMPILE_CACHE="$(npm root -g)/curlew/dist" curlew --version
WORKDIR /work
USER node
ENTRYPOINT ["curlew"]
CMD ["--help"]
