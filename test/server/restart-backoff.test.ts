import { expect, test } from 'vitest'
import { makeRestartBackoff } from '../../src/server/restart-backoff.ts'

test('the pause before a worker is replaced doubles up to 30 seconds, and starts again after a stable worker', () => {
  const pauseAfter = makeRestartBackoff()
  const pauses = Array.from({ length: 11 }, () => pauseAfter(1000))
  expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000])
  expect([pauseAfter(60_001), pauseAfter(1000)]).toEqual([100, 200])
})
