import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config'

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

/** A project of tests with databases to copy. Its name is that of the command: `npm run test:NAME`. */
const makeProject = (
  name: string,
  include: string,
  exclude: string[] = [],
  globalSetup = 'test/support/databases.ts',
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [include],
    exclude,
    globalSetup,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The tests need the CPU more than anything else, and wait a fifth of the time. A worker uses up to 1.9 GB.
    maxWorkers: Math.min(6, Math.max(3, availableParallelism() - 1)),
    env: { NODE_ENV: 'test' },
  },
})

/**
 * Tests of the plans, locks, shared commits and statements of one server, of its migrations, of what other databases of that
 * server do, and of raw SQL for it. `test/citus/` tests those of a cluster.
 */
const ofOneServer = [
  'test/courses/changes/changes.test.ts',
  'test/courses/course-list/far.test.ts',
  'test/courses/outline/course-locks.test.ts',
  'test/courses/outline/locks.test.ts',
  'test/courses/outline/statements.test.ts',
  'test/courses/search/catch-up.test.ts',
  'test/courses/search/typos.test.ts',
  'test/operations/growth.test.ts',
  'test/operations/idempotency.test.ts',
  'test/platform/db/group-commit.test.ts',
  'test/platform/db/migrate.test.ts',
  'test/platform/db/table-statistics.test.ts',
  'test/releases/draft-plan.test.ts',
  'test/usage/sweep.test.ts',
]

const browser: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'browser',
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: 'test/browser/shared.ts',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // As long as a page's own waits.
    expect: { poll: { timeout: 30_000 } },
    // Each file has a service of its own, and waits for it half of the time.
    maxWorkers: 2,
  },
}

export default defineConfig({
  // As Node resolves it for the service: two copies of graphql-js refuse each other's schemas.
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  plugins: [onlyNodeConditions],
  test: {
    pool: 'forks',
    // Reading the service's modules takes a third of the time of most files. No module keeps state between services.
    isolate: false,
    projects: [
      makeProject('unit', 'test/**/*.test.ts', ['test/processes/**', 'test/attack/**', 'test/citus/**']),
      makeProject('processes', 'test/processes/**/*.test.ts'),
      makeProject('attack', 'test/attack/**/*.test.ts'),
      makeProject(
        'citus',
        'test/**/*.test.ts',
        ['test/processes/**', 'test/attack/**', ...ofOneServer],
        'test/support/citus.ts',
      ),
      makeProject('sdk', 'sdk/test/**/*.test.ts'),
      browser,
    ],
  },
})
