import { useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { CoursesDocument, MoveLessonDocument, MoveModuleDocument } from '../../generated/operations.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { MoveItemDialog } from '../dialogs/MoveItemDialog.tsx'
import { type DraftModule, findModuleOfLesson } from './moves.ts'

type ItemProps = { id: string; name: string; onClose(): void }

/** Shows a dialog that moves a lesson to another module of the course. */
export function MoveLessonDialog({ id, name, modules, onClose }: ItemProps & { modules: DraftModule[] }) {
  const { run, isPending, error } = useIdempotentMutation(MoveLessonDocument, courseQueriesToInvalidate)
  const targets = modules.filter((module) => module !== findModuleOfLesson(modules, id))
  return (
    <MoveItemDialog
      title={`Move “${name}”`}
      label="Module"
      targets={targets.map((module) => ({ value: module.id, label: module.name }))}
      emptyMessage="The course has no other module yet."
      isBusy={isPending}
      error={error}
      onMove={(moduleId) => void run({ id, moduleId }).then((result) => result && onClose())}
      onClose={onClose}
    />
  )
}

/** Shows a dialog that moves a module to another course. */
export function MoveModuleDialog({ id, name, courseId: currentCourseId, onClose }: ItemProps & { courseId: string }) {
  const [search, setSearch] = useState('')
  const found = useApiQuery(CoursesDocument, { search: search.trim() || undefined }, { shouldKeepPrevious: true })
  const { run, isPending, error } = useIdempotentMutation(MoveModuleDocument, courseQueriesToInvalidate)
  if (!found.data && !found.error) return null
  const { items = [], pageInfo } = found.data?.coursePage ?? {}
  const others = items.filter((course) => course.id !== currentCourseId)
  const hasMore = pageInfo !== undefined && pageInfo.total > others.length
  const emptyMessage = search ? 'No other course matches.' : 'There is no other course yet.'
  return (
    <MoveItemDialog
      title={`Move “${name}”`}
      label="Course"
      search={hasMore || search ? { text: search, onSearch: setSearch } : undefined}
      targets={others.map((course) => ({ value: course.id, label: course.name }))}
      emptyMessage={found.error ? 'The courses could not be loaded.' : emptyMessage}
      isBusy={isPending}
      error={error ?? found.error}
      onMove={(courseId) => void run({ id, courseId }).then((result) => result && onClose())}
      onClose={onClose}
    />
  )
}
