import { execFileSync } from 'node:child_process'
import { glob, rm } from 'node:fs/promises'

/** What packages bring that a running service never reads: source maps, and Prisma's compilers for other databases. */
const unused = [
  'node_modules/**/*.map',
  'node_modules/@prisma/client/runtime/*.{cockroachdb,mysql,sqlite,sqlserver}.*',
  'node_modules/openai/src/**',
]

// `prisma` itself is only a peer of the generated client. npm counts it as optional, so both have to be named.
execFileSync(
  'npm',
  ['prune', '--omit=dev', '--omit=optional', '--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund'],
  {
    stdio: 'inherit',
  },
)
for await (const path of glob(unused)) await rm(path, { recursive: true, force: true })
