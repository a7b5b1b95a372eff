import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: 'test/browser/built.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file has a browser and a service of its own.
    fileParallelism: false,
  },
})
