import type { Plugin } from '@envelop/core'
import { getOperationAST } from 'graphql'
import type { GraphQLContext } from '../context.ts'

/**
 * Runs queries on the read replica if the replica already has the last writes of the workspace. After each mutation,
 * records that the workspace has written.
 */
export const useReadReplica = (): Plugin<GraphQLContext> => ({
  onExecute: async ({ args }) => {
    const context = args.contextValue as GraphQLContext
    const { caller, replica } = context
    if (!replica || !('workspaceId' in caller) || caller.workspaceId === undefined) return undefined
    const { workspaceId } = caller
    if (getOperationAST(args.document, args.operationName)?.operation === 'query') {
      context.db = await replica.chooseReadDatabase(workspaceId)
      return undefined
    }
    return { onExecuteDone: () => replica.recordWrite(workspaceId) }
  },
})
