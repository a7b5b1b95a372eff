// `prisma generate` asks for a native schema engine that it never starts; naming any executable keeps it off the network.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

import { defineConfig } from 'prisma/config'

export default defineConfig({ schema: 'prisma/schema.prisma', migrations: { path: 'prisma/migrations' } })
