import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { defineConfig, type Plugin } from 'vitest/config'

/**
 * Packages are resolved as Node resolves them for the service. Vitest would add the condition `development`, for which
 * micromark and others have builds of their own, which check more and are slower.
 */
const onlyNodeConditions: Plugin = {
  name: 'only-node-conditions',
  configResolved({ ssr }) {
    ssr.resolve = { ...ssr.resolve, conditions: ['node'] }
  },
}

export default defineConfig({
  // As Node resolves it for the service: two copies of graphql-js refuse each other's schemas.
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  plugins: [onlyNodeConditions],
  test: {
    include: ['test/**/*.test.ts'],
    // These have commands of their own: `npm run test:processes` and `npm run test:attack`.
    exclude: ['test/processes/**', 'test/attack/**'],
    globalSetup: 'test/support/databases.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // The tests need the CPU more than anything else, and wait a fifth of the time. A worker uses up to 1.9 GB.
    maxWorkers: Math.min(6, Math.max(3, availableParallelism() - 1)),
    // Reading the service's modules takes a third of the time of most files. No module keeps state between services.
    isolate: false,
    env: { NODE_ENV: 'test' },
  },
})
