import { execFileSync } from 'node:child_process'
import { cp, glob, rename, rm } from 'node:fs/promises'

/**
 * What packages bring that a running service never reads: source maps, declarations of types, and Prisma's compilers for
 * other databases.
 */
const unused = [
  'node_modules/**/*.map',
  'node_modules/**/*.d.{ts,mts,cts}',
  'node_modules/@prisma/client/runtime/*.{cockroachdb,mysql,sqlite,sqlserver}.*',
  'node_modules/openai/src/**',
]

// The binaries of sharp are optional packages too, one for each platform. The service needs that of its own.
const binaries = 'node_modules/@img'
const kept = 'node_modules/.kept-binaries'
await rename(binaries, kept)

// `prisma` itself is only a peer of the generated client. npm counts it as optional, so both have to be named.
execFileSync(
  'npm',
  ['prune', '--omit=dev', '--omit=optional', '--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund'],
  {
    stdio: 'inherit',
  },
)
await cp(kept, binaries, { recursive: true })
await rm(kept, { recursive: true })
for await (const path of glob(unused)) await rm(path, { recursive: true, force: true })
