import { expect, onTestFinished, test, vi } from 'vitest'
import { runWithProgressNotifications } from '../../../src/api/mcp/progress.ts'

test('progress is reported every five seconds until the call ends, even if no report arrives', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const tokens: unknown[] = []
  const extra = {
    _meta: { progressToken: 'p' },
    sendNotification: async ({ params }: { params?: { progressToken?: unknown } }) => {
      tokens.push(params?.progressToken)
      throw new Error('the client has disconnected')
    },
  } as unknown as Parameters<typeof runWithProgressNotifications>[0]
  const result = runWithProgressNotifications(extra, async () => {
    vi.advanceTimersByTime(10_000)
    return 'done'
  })
  expect(await result).toBe('done')
  expect(tokens).toEqual(['p', 'p', 'p'])
  vi.advanceTimersByTime(60_000)
  expect(tokens).toHaveLength(3)
  const failed = runWithProgressNotifications(extra, () => Promise.reject(new Error('broken')))
  await expect(failed).rejects.toThrow('broken')
  vi.advanceTimersByTime(60_000)
  expect(tokens).toHaveLength(4)
})
