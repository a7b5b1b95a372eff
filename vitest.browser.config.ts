import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: 'test/browser/shared.ts',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // As long as a page's own waits.
    expect: { poll: { timeout: 30_000 } },
    // Each file has a service of its own, and waits for it half of the time.
    maxWorkers: 2,
    pool: 'forks',
    isolate: false,
  },
})
