# Everything is built here; the image below takes what runs.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma prisma
COPY src src
COPY scripts scripts
COPY schema.graphql tsconfig.json ./
RUN npm ci && npm run build && npm run prune

FROM node:26-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=root:root /app/node_modules node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/prisma prisma
COPY --from=build /app/scripts scripts
COPY --from=build /app/src src
COPY --from=build /app/dist dist
# Nothing below /app is written; without DATABASE_URL the embedded database wants a volume here.
ENV DATA_DIR=/data
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "require(process.env.TLS_CERT_FILE?'node:https':'node:http').get({host:'127.0.0.1',port:process.env.PORT||4000,path:'/health/live',rejectUnauthorized:false},r=>process.exit(r.statusCode===200?0:1)).on('error',()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--no-allocation-site-pretenuring", "--heap-growing-percent=100", "src/main.js"]
