import { useQueryClient } from '@tanstack/react-query'
import { v4 } from 'uuid'
import { ApiError } from '../../api/api-error.ts'
import { runGraphqlOperation } from '../../api/request.ts'
import { isRequestResultUnknown, type UnansweredRequestStorage } from '../../api/unanswered-request.ts'
import {
  PutCourseTreeDocument,
  type PutCourseTreeMutation,
  type PutCourseTreeMutationVariables,
} from '../../generated/later-operations.ts'
import { OutlineDocument, type OutlineQuery } from '../../generated/operations.ts'
import type { DraftModule } from '../outline/moves.ts'
import { useWriteQueue } from '../use-write-queue.ts'
import { makeTreeInput, type NextModule } from './outline-changes.ts'

/** Returns the modules that the author wants, or undefined to change nothing. */
type OutlineChange = (modules: DraftModule[]) => NextModule[] | undefined | Promise<NextModule[] | undefined>
export type TreeChanges = PutCourseTreeMutation['putCourseTree']['changes']

const maxTries = 4

type WriteOptions = {
  /** Whether modules and lessons that the change leaves out are deleted. */
  prune?: boolean
  /** Keeps the request until its result is known. A request that it has already is sent again before anything else. */
  storage?: UnansweredRequestStorage
}
type PutVariables = PutCourseTreeMutationVariables & { idempotencyKey: string }

async function send(variables: PutVariables, storage: UnansweredRequestStorage | undefined): Promise<TreeChanges> {
  const isRepeated = storage?.read() !== undefined
  storage?.write({ idempotencyKey: variables.idempotencyKey, body: JSON.stringify(variables) })
  try {
    const { putCourseTree } = await runGraphqlOperation(PutCourseTreeDocument, variables)
    storage?.write(undefined)
    return putCourseTree.changes
  } catch (error) {
    if (!isRequestResultUnknown(error, isRepeated)) storage?.write(undefined)
    throw error
  }
}

/**
 * Sends an outline as one request, which changes everything or nothing. If somebody changes the course meanwhile, the
 * change is made again from the new outline.
 */
async function writeOutline(courseId: string, change: OutlineChange, options: WriteOptions): Promise<TreeChanges> {
  const { prune = false, storage } = options
  const unanswered = storage?.read()
  if (unanswered) {
    try {
      return await send(JSON.parse(unanswered.body) as PutVariables, storage)
    } catch (error) {
      // The service has never applied it.
      if (!(error instanceof ApiError && error.code === 'precondition_failed')) throw error
    }
  }
  for (let tries = 1; ; tries++) {
    const { courseTree } = await runGraphqlOperation(OutlineDocument, { id: courseId })
    const next = courseTree && (await change(courseTree.modules))
    if (!next) return []
    try {
      const variables = {
        id: courseId,
        input: { modules: makeTreeInput(courseTree.modules, next), prune },
        expectedVersion: courseTree.treeVersion,
        idempotencyKey: v4(),
      }
      return await send(variables, storage)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'precondition_failed') || tries === maxTries) throw error
    }
  }
}

/** Returns functions that change the outline of a course, one change after the other. */
export function useWriteOutline(courseId: string) {
  const client = useQueryClient()
  const enqueue = useWriteQueue()
  const queryKey = ['Outline', { id: courseId }]

  /** Shows changed modules before they are saved. */
  async function show(change: (modules: DraftModule[]) => DraftModule[]): Promise<void> {
    await client.cancelQueries({ queryKey })
    client.setQueryData<OutlineQuery>(queryKey, (old) =>
      old?.courseTree ? { ...old, courseTree: { ...old.courseTree, modules: change(old.courseTree.modules) } } : old,
    )
  }

  return {
    enqueue,
    show,
    getModules: () => client.getQueryData<OutlineQuery>(queryKey)?.courseTree?.modules ?? [],
    /** Writes without waiting for the tasks before it: for a task that is in the queue itself. */
    writeNow: (change: OutlineChange, options: WriteOptions = {}) => writeOutline(courseId, change, options),
  }
}

export type OutlineWriter = ReturnType<typeof useWriteOutline>
