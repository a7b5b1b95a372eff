import { expect, test } from 'vitest'
import { findRecentlyListedFinding, rememberListedFindings } from '../../src/checks/recent-findings.ts'
import { makeCaches } from '../../src/platform/caches.ts'

const caches = makeCaches()
const finding = (id: string, message = '') => ({ id, message, ...place })
const place = { kind: 'lesson', nodeId: 'n', code: 'c', path: '', severity: 'info' } as const
const isKept = (workspaceId: string, id: string) => findRecentlyListedFinding(caches, workspaceId, id) !== undefined

test('the 20,000 findings that were listed last are remembered, and no more', () => {
  rememberListedFindings(
    caches,
    'many',
    Array.from({ length: 20_000 }, (_, index) => finding(`${index}`)),
  )
  expect(isKept('many', '0')).toBe(true)
  rememberListedFindings(caches, 'many', [finding('another')])
  expect(['0', '1', '2', 'another'].map((id) => isKept('many', id))).toEqual([true, false, true, true])
})

test('the findings that are remembered take at most 8 MB', () => {
  const ids = Array.from({ length: 41 }, (_, index) => `${index}`)
  for (const id of ids) rememberListedFindings(caches, 'long', [finding(id, 'x'.repeat((200_000 - 400) / 2))])
  expect(ids.map((id) => isKept('long', id))).toEqual([false, ...Array(40).fill(true)])
})

test('a finding is remembered for its own workspace only', () => {
  rememberListedFindings(caches, 'own', [finding('listed')])
  expect([isKept('own', 'listed'), isKept('other', 'listed')]).toEqual([true, false])
})
