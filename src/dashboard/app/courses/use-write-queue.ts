import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { invalidateQueries, invalidateQueriesInOtherTabs } from '../api/query-client.ts'
import { courseQueriesToInvalidate } from './course-queries.ts'

/**
 * Returns a function that runs a task after the tasks before it. After the last one, whether it has failed or not, all
 * tabs load the course again.
 */
export function useWriteQueue() {
  const client = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  return function enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    waiting.current++
    const result = last.current.then(task).finally(() => {
      waiting.current--
      if (waiting.current > 0) return undefined
      invalidateQueriesInOtherTabs(courseQueriesToInvalidate)
      return invalidateQueries(courseQueriesToInvalidate, client)
    })
    last.current = result.catch(() => {})
    return result
  }
}
