import type { JsonClient } from './http-client.ts'
import type { makeListByPath } from './list.ts'
import { type Methods, operations } from './operations.ts'
import type { ChangeOptions } from './request-options.ts'

type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: true | 'bytes'
  query?: true
  list?: true
  version?: 'version' | 'treeVersion'
}
type Values = Readonly<Record<string, unknown>>
type Sender = (path: string, init: object) => Promise<{ data?: { data: unknown } }>

const isRecord = (value: unknown): value is Values => typeof value === 'object' && value !== null

/**
 * Takes the values of the path parameters from the arguments. A record gives its id, or each parameter of which it has a
 * member, as a release does.
 */
function takePath(names: readonly string[], args: unknown[]): Record<string, unknown> {
  const [first] = args
  if (names.length > 0 && isRecord(first) && names.every((name) => name in first)) {
    args.shift()
    return Object.fromEntries(names.map((name) => [name, first[name]]))
  }
  return Object.fromEntries(
    names.map((name) => {
      const value = args.shift()
      return [name, isRecord(value) ? value.id : value]
    }),
  )
}

/** The value of `If-Match`: the version of the record that the caller has read. */
function findIfMatch({ version }: Operation, record: unknown, ifMatch: ChangeOptions['ifMatch']): string | undefined {
  if (!version || ifMatch === false) return undefined
  if (typeof ifMatch === 'string') return ifMatch
  const found = isRecord(record) ? record[version] : undefined
  if (ifMatch && found === undefined)
    throw new TypeError(`ifMatch: true needs a record with its ${version} as first argument.`)
  // Other changes of a course increase its treeVersion too. Only a tree that is written back must be the one that was read.
  const isWrittenBack = version === 'version' || (isRecord(record) && 'modules' in record)
  return found !== undefined && (ifMatch || isWrittenBack) ? `"v${found}"` : undefined
}

function makeMethod(http: JsonClient, listByPath: ReturnType<typeof makeListByPath>, operation: Operation) {
  const { method, path } = operation
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const send = http[method] as unknown as Sender
  return (...args: unknown[]) => {
    const [record] = args
    const pathValues = takePath(names, args)
    const body = operation.body && args.shift()
    const query = operation.query && (args.shift() as object | undefined)
    const { signal, headers, idempotencyKey, ifMatch } = (args.shift() ?? {}) as ChangeOptions
    const params = { path: pathValues, query }
    if (operation.list) return listByPath(path, { params, signal, headers })
    const version = names.length > 0 ? findIfMatch(operation, record, ifMatch) : undefined
    const sent = {
      ...(version && { 'If-Match': version }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      ...(operation.body === 'bytes' && { 'Content-Type': 'application/octet-stream' }),
      ...headers,
    }
    const asItIs = operation.body === 'bytes' && { bodySerializer: (bytes: unknown) => bytes }
    return send(path, { params, body, signal, headers: sent, ...asItIs }).then(({ data }) => data?.data)
  }
}

/** Makes the methods of all operations, from the table of their requests. */
export const makeMethods = (http: JsonClient, listByPath: ReturnType<typeof makeListByPath>) =>
  Object.fromEntries(
    Object.entries(operations).map(([group, members]) => [
      group,
      Object.fromEntries(
        Object.entries(members).map(([name, operation]) => [name, makeMethod(http, listByPath, operation)]),
      ),
    ]),
  ) as unknown as Methods
