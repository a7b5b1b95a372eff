import type { Tool as Listed } from '@modelcontextprotocol/sdk/types.js'
import { refusalOf } from '../auth/access.ts'
import type { Caller } from '../auth/caller.ts'
import { inputSchemaOf } from './input.ts'
import type { Operation } from './operations.ts'
import { outputSchemaOf } from './output.ts'

/** A tool with the operations behind it: one, or one for each `kind`. */
export type Tool = { operations: Operation[]; listed: Listed }
export type Tools = ReadonlyMap<string, Tool>

/** By which the master names the workspace of a call. */
export const workspaceArg = 'workspaceId'
const workspaceShape = { type: 'string', description: 'The workspace to work in; list_workspaces names them.' }

function listedOf(operations: readonly Operation[]): Listed {
  const [{ tool, description }] = operations as [Operation]
  const outputSchema = outputSchemaOf(operations)
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description ?? description,
    inputSchema: inputSchemaOf(operations),
    ...(outputSchema && { outputSchema }),
    annotations: {
      readOnlyHint: tool.readOnly ?? false,
      destructiveHint: tool.destructive ?? false,
      idempotentHint: tool.readOnly ?? tool.idempotent ?? false,
      openWorldHint: tool.openWorld ?? false,
    },
  }
}

/** The tools that operations declare, each with what lists it. */
export function toolsOf(operations: readonly Operation[]): Tools {
  const byName = Map.groupBy(operations, ({ tool }) => tool.name)
  return new Map([...byName].map(([name, those]) => [name, { operations: those, listed: listedOf(those) }]))
}

function forMaster({ operations, listed }: Tool): Listed {
  if (operations.some(({ access }) => access === 'master')) return listed
  const { inputSchema } = listed
  const properties = { ...inputSchema.properties, [workspaceArg]: workspaceShape }
  return { ...listed, inputSchema: { ...inputSchema, properties } }
}

/** What a caller may use: a tool that the key's scopes forbid would be read by the model in vain. */
export function listingFor(caller: Caller, tools: Tools): Listed[] {
  const mayUse = ({ access }: Operation) => refusalOf(access, { caller, face: 'mcp' }) === undefined
  const usable = [...tools.values()].filter(({ operations }) => operations.some(mayUse))
  return caller.kind === 'master' ? usable.map(forMaster) : usable.map(({ listed }) => listed)
}
