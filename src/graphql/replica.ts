import type { Plugin } from '@envelop/core'
import { getOperationAST } from 'graphql'
import type { Context } from '../context.ts'

/** Has queries read from the replica where their workspace may, and notes what mutations write. */
export const useReplica = (): Plugin<Context> => ({
  onExecute: async ({ args }) => {
    const context = args.contextValue as Context
    const { caller, replica } = context
    if (!replica || !('workspaceId' in caller) || caller.workspaceId === undefined) return undefined
    const { workspaceId } = caller
    if (getOperationAST(args.document, args.operationName)?.operation === 'query') {
      context.db = await replica.databaseOf(workspaceId)
      return undefined
    }
    return { onExecuteDone: () => replica.wrote(workspaceId) }
  },
})
