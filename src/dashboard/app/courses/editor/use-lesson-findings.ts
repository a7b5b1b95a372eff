import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { getOperationName } from '../../api/query-client.ts'
import { runGraphqlOperation } from '../../api/request.ts'
import { CourseFindingsDocument } from '../../generated/later-operations.ts'
import { useSettledValue } from '../../ui/use-settled-value.ts'
import { formatCountWithNoun } from '../labels.ts'
import type { Finding } from '../publishing/checks/findings.ts'

/** How long the course must stay as it is before it is checked again, in milliseconds. */
const pauseMs = 2000

/**
 * Loads the findings in a course, and loads them again when the course has changed: each tree version is checked once.
 * After a refusal of the rate limit, the query waits as long as the service says.
 */
function useCourseFindings(courseId: string, treeVersion: number | undefined) {
  const version = useSettledValue(treeVersion, pauseMs)
  const variables = { id: courseId }
  const { data } = useQuery({
    queryKey: [getOperationName(CourseFindingsDocument), variables, version],
    queryFn: ({ signal }) => runGraphqlOperation(CourseFindingsDocument, variables, signal),
    enabled: version !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.courseChecks
}

export type LessonFindings = ReturnType<typeof useLessonFindings>

type LessonFindingsOptions = {
  courseId: string
  lessonId: string
  blockIds: readonly string[]
  /** The tree version of the course, or undefined if the findings are not wanted. */
  treeVersion: number | undefined
  /** Says to screen readers that the number of findings has changed. */
  announce(message: string): void
  /** Called when the last of the findings that the author is looking at is gone, with the id of the block or lesson. */
  onCleared(id: string): void
}

const describeCount = (count: number) =>
  count === 0 ? 'Nothing to look at' : `${formatCountWithNoun(count, 'thing')} to look at`

/** Returns the findings of a lesson and its blocks, and what leads from one to the next. */
export function useLessonFindings(options: LessonFindingsOptions) {
  const { courseId, lessonId, blockIds, treeVersion, announce, onCleared } = options
  const checks = useCourseFindings(courseId, treeVersion)
  // The next check says so too, but only after a while.
  const [fixedIds, setFixedIds] = useState<readonly string[]>([])
  const [openId, setOpenId] = useState<string>()
  const lastId = useRef<string>(undefined)
  lastId.current = openId ?? lastId.current
  const findings = checks?.findings.filter(({ findingId }) => !fixedIds.includes(findingId)) ?? []
  const byId = Map.groupBy(findings, ({ nodeId }) => nodeId)
  const placeIds = [lessonId, ...blockIds].filter((id) => byId.has(id))
  const count = placeIds.reduce((sum, id) => sum + byId.get(id)!.length, 0)
  const summary = checks ? describeCount(count) : undefined
  const announced = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new number is announced.
  useEffect(() => {
    if (summary === undefined) return
    if (announced.current !== undefined && announced.current !== summary) announce(`${summary}.`)
    announced.current = summary
  }, [summary])
  const isCleared = openId !== undefined && !placeIds.includes(openId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the findings matters.
  useEffect(() => {
    if (!isCleared || openId === undefined) return
    setOpenId(undefined)
    onCleared(openId)
  }, [isCleared])
  return {
    courseId,
    /** What the checks have found in the lesson, in words. Undefined until they have run. */
    summary,
    /** Whether the API has left out findings of the course, which may be of this lesson. */
    isIncomplete: (checks?.omitted ?? 0) > 0,
    placeCount: placeIds.length,
    getFindings: (id: string): readonly Finding[] => byId.get(id) ?? [],
    /** The id of the block or lesson whose findings the author is looking at. */
    openId,
    setOpen: (id: string, isOpen: boolean) => setOpenId((latest) => (isOpen ? id : latest === id ? undefined : latest)),
    /** Opens the findings of the next or previous block that has some. */
    go(direction: 'next' | 'previous'): void {
      const index = placeIds.indexOf(lastId.current ?? '')
      const next = direction === 'next' ? placeIds[index + 1] : placeIds[index < 0 ? placeIds.length - 1 : index - 1]
      const id = next ?? placeIds.at(direction === 'next' ? 0 : -1)
      if (id === undefined) return
      document.getElementById(makeFindingsButtonId(id))?.scrollIntoView({ block: 'center' })
      setOpenId(id)
    },
    announceDone(message: string, fixed: readonly string[]): void {
      announce(message)
      setFixedIds((earlier) => [...earlier, ...fixed])
    },
  }
}

export const makeFindingsButtonId = (id: string) => `findings-${id}`
