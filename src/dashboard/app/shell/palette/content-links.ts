import { BookOpen, FileText, Folder } from 'lucide-react'
import type { CoursePart } from '../../courses/course-parts.ts'
import { makeCoursePath, makeLessonEditorPath } from '../../courses/paths.ts'
import type { PaletteItem } from './palette-items.ts'

type Navigate = (path: string) => void

export const makeCourseItem = ({ id, name }: { id: string; name: string }, navigate: Navigate): PaletteItem => ({
  id,
  label: name,
  detail: 'Course',
  icon: BookOpen,
  run: () => navigate(makeCoursePath(id)),
})

type Part = Pick<CoursePart, 'level' | 'id' | 'name' | 'place'> & { courseId: string }

/** Makes the item of a module or lesson. A module is a row of its course. */
export const makePartItem = ({ level, id, name, place, courseId }: Part, navigate: Navigate): PaletteItem => ({
  id,
  label: name,
  detail: place ?? 'Module',
  icon: level === 'module' ? Folder : FileText,
  run: () => navigate(level === 'module' ? `${makeCoursePath(courseId)}#${id}` : makeLessonEditorPath(courseId, id)),
})
