import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendEarlyRequest, takeEarlyResponse } from '../../src/dashboard/app/api/early-requests.ts'

const response = new Response('{}')
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => response)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the response to an early request is taken once', async () => {
  sendEarlyRequest('body', 'token')
  expect(await takeEarlyResponse('body', 'token')).toBe(response)
  expect(takeEarlyResponse('body', 'token')).toBe(undefined)
})

test('the response to an early request is not given to another user, nor to another request', () => {
  sendEarlyRequest('body', 'token')
  expect(takeEarlyResponse('other', 'token')).toBe(undefined)
  expect(takeEarlyResponse('body', 'other')).toBe(undefined)
  expect(takeEarlyResponse('body', undefined)).toBe(undefined)
})

test('the response to an early request is forgotten after ten seconds', async () => {
  sendEarlyRequest('body', 'token')
  await vi.advanceTimersByTimeAsync(9_999)
  sendEarlyRequest('later', 'token')
  await vi.advanceTimersByTimeAsync(1)
  expect(takeEarlyResponse('body', 'token')).toBe(undefined)
  expect(await takeEarlyResponse('later', 'token')).toBe(response)
})
