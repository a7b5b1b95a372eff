import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: 'test/browser/built.ts',
    // A machine that is shared can be slow at the wrong moment; a real failure fails each time.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Each file has a browser and a service of its own, and waits for them half of the time.
    maxWorkers: 2,
  },
})
