import { useState } from 'react'
import { useRead } from '../../data/hooks.ts'
import { useRepeatable } from '../../data/repeatable.ts'
import { CoursesDocument, MoveLessonDocument, MoveModuleDocument } from '../../generated/operations.ts'
import { CreateLesson, CreateModule } from '../details/CreateNode.tsx'
import { EditNode } from '../details/EditNode.tsx'
import { MoveTo } from '../details/MoveTo.tsx'
import { Remove } from '../details/Remove.tsx'
import { courseReads } from '../reads.ts'
import { count } from '../words.ts'
import { moduleOf, type OutlineModule } from './arrange.ts'

/** What somebody has begun to do with the outline. */
export type Task =
  | { kind: 'add-module' }
  | { kind: 'add-lesson'; moduleId: string }
  | {
      kind: 'edit-module' | 'edit-lesson' | 'move-module' | 'move-lesson' | 'delete-module' | 'delete-lesson'
      id: string
    }

type DialogsProps = { task: Task; courseId: string; modules: OutlineModule[]; onClose(): void }

/** The dialog of what was begun. */
export function OutlineDialogs({ task, courseId, modules, onClose }: DialogsProps) {
  if (task.kind === 'add-module') return <CreateModule parentId={courseId} onClose={onClose} />
  if (task.kind === 'add-lesson') return <CreateLesson parentId={task.moduleId} onClose={onClose} />
  const module = modules.find(({ id }) => id === task.id)
  const lesson = moduleOf(modules, task.id)?.lessons.find(({ id }) => id === task.id)
  if (task.kind === 'edit-module') return module && <EditNode kind="module" node={module} onClose={onClose} />
  if (task.kind === 'edit-lesson') return lesson && <EditNode kind="lesson" node={lesson} onClose={onClose} />
  if (task.kind === 'move-module') return module && <MoveModule {...module} from={courseId} onClose={onClose} />
  if (task.kind === 'move-lesson') return lesson && <MoveLesson {...lesson} modules={modules} onClose={onClose} />
  if (task.kind === 'delete-module') return module && <DeleteModule module={module} onClose={onClose} />
  return (
    lesson && (
      <Remove kind="lesson" id={lesson.id} name={lesson.name} onClose={onClose}>
        <p>The lesson “{lesson.name}” goes with all its blocks.</p>
      </Remove>
    )
  )
}

function DeleteModule({ module: { id, name, lessons }, onClose }: { module: OutlineModule; onClose(): void }) {
  return (
    <Remove kind="module" id={id} name={name} onClose={onClose}>
      <p>
        The module “{name}” goes
        {lessons.length === 0
          ? '; it has no lessons.'
          : ` with its ${count(lessons.length, 'lesson')} and all their blocks:`}
      </p>
      {lessons.length > 0 && (
        <ul>
          {lessons.slice(0, 8).map((lesson) => (
            <li key={lesson.id}>{lesson.name}</li>
          ))}
          {lessons.length > 8 && <li>and {lessons.length - 8} more</li>}
        </ul>
      )}
    </Remove>
  )
}

type NodeProps = { id: string; name: string; onClose(): void }

function MoveLesson({ id, name, modules, onClose }: NodeProps & { modules: OutlineModule[] }) {
  const { run, isPending, error } = useRepeatable(MoveLessonDocument, courseReads)
  const targets = modules.filter((module) => module !== moduleOf(modules, id))
  return (
    <MoveTo
      title={`Move “${name}”`}
      label="Module"
      targets={targets.map((module) => ({ value: module.id, label: module.name }))}
      nowhere="The course has no other module yet."
      isBusy={isPending}
      error={error}
      onMove={(moduleId) => void run({ id, moduleId }).then((result) => result && onClose())}
      onClose={onClose}
    />
  )
}

function MoveModule({ id, name, from, onClose }: NodeProps & { from: string }) {
  const [search, setSearch] = useState('')
  const { data } = useRead(CoursesDocument, { search: search.trim() || undefined }, { keepPrevious: true })
  const { run, isPending, error } = useRepeatable(MoveModuleDocument, courseReads)
  if (!data) return null
  const others = data.coursePage.items.filter((course) => course.id !== from)
  return (
    <MoveTo
      title={`Move “${name}”`}
      label="Course"
      find={data.coursePage.pageInfo.total > others.length || search ? { search, onSearch: setSearch } : undefined}
      targets={others.map((course) => ({ value: course.id, label: course.name }))}
      nowhere={search ? 'No other course is found by these words.' : 'There is no other course yet.'}
      isBusy={isPending}
      error={error}
      onMove={(courseId) => void run({ id, courseId }).then((result) => result && onClose())}
      onClose={onClose}
    />
  )
}
