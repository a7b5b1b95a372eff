import pg from 'pg'
import { expect, test } from 'vitest'
import {
  EmbeddedDatabaseCrashedError,
  isConnectionError,
  isReadOnlyServerError,
  translateDatabaseFailure,
  UnresponsiveConnectionError,
  wasStatementCertainlyRolledBack,
} from '../../../src/platform/db/errors.ts'
import { ApiError } from '../../../src/platform/errors.ts'

const coded = (code: string, message = '') => Object.assign(new Error(message), { code })
/** An error that PostgreSQL has reported. */
const reported = (code: string) => Object.assign(new pg.DatabaseError('', 0, 'error'), { code })

const lostCodes = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
  ...['ENOTFOUND', 'EAI_AGAIN', '08006', '57P01', '57P03', '53300', '25P03', '25P04'],
]
const lostMessages = [
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout expired',
  'timeout exceeded when trying to connect',
]

test('a lost or refused connection is recognised by its code, its message or its class', () => {
  const lost = [
    ...lostCodes.map((code) => coded(code)),
    ...lostMessages.map((message) => new Error(message)),
    new UnresponsiveConnectionError(),
    new EmbeddedDatabaseCrashedError(),
  ]
  expect(lost.filter((error) => !isConnectionError(error))).toEqual([])
  const others = ['57014', '53100', '23505', '40001', '40P01', '25006', 'CW409', 'EACCES'].map((code) => coded(code))
  expect([...others, new Error('a timeout expired')].filter(isConnectionError)).toEqual([])
})

test('the outcome of a statement on a lost connection is unknown, and the error says so', () => {
  expect(translateDatabaseFailure(coded('ECONNRESET'))).toMatchObject({
    status: 503,
    message: expect.stringContaining('may or may not have been made'),
    details: { reason: 'outcome_unknown' },
  })
})

test.each([
  ['57014', 'statement_timeout'],
  ['55P03', 'locks'],
  ['25006', 'database_read_only'],
  ['53100', 'database_full'],
  ['53200', 'database_memory'],
  ['58030', 'database_storage'],
])('the SQLSTATE %s becomes 503 with the reason %s, and nothing was changed', (code, reason) => {
  expect(translateDatabaseFailure(reported(code))).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '1' },
    message: expect.stringContaining('Nothing was changed. Wait for Retry-After seconds.'),
    details: { reason },
    cause: { code },
  })
})

test('what a SQL function refuses becomes a conflict with its details, and other errors stay as they are', () => {
  const refused = Object.assign(reported('CW409'), { message: 'Too many.', detail: '{"max":3}' })
  expect(translateDatabaseFailure(refused)).toMatchObject({
    code: 'conflict',
    message: 'Too many.',
    details: { max: 3 },
  })
  expect(translateDatabaseFailure(reported('CW409'))).toMatchObject({ code: 'conflict', details: {} })
  for (const error of [reported('23505'), new Error('unknown'), new ApiError('not_found', 'Course not found.')])
    expect(translateDatabaseFailure(error)).toBe(error)
})

test('only the error of a statement that PostgreSQL has answered means that the statement was rolled back', () => {
  const rolledBack = [reported('23505'), reported('55P03'), translateDatabaseFailure(reported('55P03'))]
  expect(rolledBack.map(wasStatementCertainlyRolledBack)).toEqual([true, true, true])
  const unknown = [reported('57P01'), coded('ECONNRESET'), translateDatabaseFailure(reported('57P01')), new Error()]
  expect(unknown.map(wasStatementCertainlyRolledBack)).toEqual([false, false, false, false])
})

test('a server that has become read-only is recognised', () => {
  expect([isReadOnlyServerError(reported('25006')), isReadOnlyServerError(reported('25001'))]).toEqual([true, false])
})
