import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // As Node resolves it for the service: two copies of graphql-js refuse each other's schemas.
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/databases.ts',
    // A machine that is shared can be slow at the wrong moment; a real failure fails each time.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    // A third of the time of most files is reading the service; nothing of it remembers anything between houses.
    isolate: false,
    env: { NODE_ENV: 'test' },
  },
})
