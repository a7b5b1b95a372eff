import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { refusalOf } from '../auth/access.ts'
import { invalid, maskError } from '../errors.ts'
import { mustHaveWorked, type Run } from '../graphql/run.ts'
import type { Exchange } from '../http/exchange.ts'
import { mustChoose, type Values, variablesOf } from './arguments.ts'
import type { Library } from './library.ts'
import type { Operation } from './operations.ts'
import { RpcError } from './refusal.ts'
import { refusalResult, resultOf } from './result.ts'
import { type Tools, workspaceArg } from './tools.ts'
import type { UnderWay } from './under-way.ts'

/** Puts the caller of an exchange into the workspace that a call names; only the master may name one. */
export type Enter = (exchange: Exchange, workspaceId?: string) => Promise<void>

export type Parts = { tools: Tools; library: Library; run: Run; enter: Enter; underWay: UnderWay }

function workspaceOf(sent: Values): string | undefined {
  const workspaceId = sent[workspaceArg]
  if (workspaceId === undefined || typeof workspaceId === 'string') return workspaceId
  throw invalid([{ path: workspaceArg, message: 'must be a string' }])
}

/** A caller who may do nothing of what a tool does is told so first, and not how to call it. */
function mustHaveUse(operations: readonly Operation[], { caller }: Exchange): void {
  const refusals = operations.map(({ access }) => refusalOf(access, { caller, face: 'mcp' }))
  if (refusals[0] && refusals.every(Boolean)) throw refusals[0]
}

async function work(
  exchange: Exchange,
  { tools, run, enter }: Parts,
  name: string,
  sent: Values,
  cancelled: AbortSignal,
) {
  const { operations } = tools.get(name)!
  const isMaster = exchange.caller.kind === 'master'
  const { [workspaceArg]: _workspace, ...own } = sent
  if (isMaster) await enter(exchange, workspaceOf(sent))
  mustHaveUse(operations, exchange)
  const [operation, values] = mustChoose(operations, isMaster ? own : sent)
  const refusal = refusalOf(operation.access, { caller: exchange.caller, face: 'mcp' })
  if (refusal) throw refusal
  const { result, replayed } = await run(exchange, operation.document, variablesOf(operation, values), cancelled)
  const told = resultOf(operation, mustHaveWorked(result, operation.field, operation.names))
  return replayed ? { ...told, _meta: { idempotencyReplayed: true } } : told
}

/**
 * Calls a tool. What the model can do something about is a result that says so; only a tool that does not exist is an
 * error of the protocol (MCP, "Error Handling" of tools).
 * @throws RpcError for a name that is no tool's
 */
export async function callTool(
  exchange: Exchange,
  parts: Parts,
  id: string | number,
  name: string,
  sent: Values,
): Promise<CallToolResult> {
  if (!parts.tools.has(name)) throw new RpcError('invalidParams', `There is no tool ${name}.`)
  exchange.route = `/mcp ${name}`
  try {
    return await parts.underWay.during(exchange, id, (cancelled) => work(exchange, parts, name, sent, cancelled))
  } catch (thrown) {
    return refusalResult(maskError(thrown, (accident) => exchange.log().error({ err: accident }, 'accident')))
  }
}
