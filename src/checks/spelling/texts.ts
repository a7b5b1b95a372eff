import type { FoundProblem } from '../model/check.ts'
import type { CourseForChecks, LessonForChecks, LessonWithoutContent } from '../model/course.ts'
import type { ParsedLesson } from '../model/parsed-lesson.ts'
import { blockTypesWithProse } from '../rules/define.ts'

/** A text without markup, and its place: the course, module, lesson or block, and the JSON Pointer of the field. */
export type TextWithLocation = Pick<FoundProblem, 'kind' | 'nodeId' | 'path'> & { text: string }

type WithTexts = Pick<LessonForChecks, 'id' | 'name' | 'description' | 'objectives'>

function* listTextsOfRecord(
  kind: 'course' | 'module' | 'lesson',
  { id: nodeId, name, description, objectives }: WithTexts,
): Iterable<TextWithLocation> {
  yield { kind, nodeId, path: '/name', text: name }
  if (description) yield { kind, nodeId, path: '/description', text: description }
  for (const [at, text] of objectives.entries()) yield { kind, nodeId, path: `/objectives/${at}`, text }
}

/** Yields the texts of a course and its modules, but not the texts of its lessons. */
export function* listTextsOfCourseAndModules(
  course: CourseForChecks<LessonWithoutContent>,
): Iterable<TextWithLocation> {
  yield* listTextsOfRecord('course', course)
  for (const module of course.modules) yield* listTextsOfRecord('module', module)
}

/** Yields the texts of a lesson and its blocks. */
export function* listTextsOfLesson(lesson: LessonForChecks, { blocks }: ParsedLesson): Iterable<TextWithLocation> {
  yield* listTextsOfRecord('lesson', lesson)
  for (const { id: nodeId, type, texts } of blocks) {
    if (!blockTypesWithProse.includes(type)) continue
    for (const { path, markup } of texts) {
      const place = { kind: 'block', nodeId, path } as const
      for (const text of markup.paragraphs) yield { ...place, text }
      for (const { text } of markup.headings) yield { ...place, text }
      for (const { alt } of markup.images) if (alt) yield { ...place, text: alt }
    }
  }
}

function* listStrings(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* listStrings(inner)
}

/** Yields the source code of a lesson: the content of code blocks, and the code in texts. */
export function* listCodeOfLesson({ blocks }: ParsedLesson): Iterable<string> {
  for (const { type, content, texts } of blocks) {
    if (type === 'code') yield* listStrings(content)
    for (const { markup } of texts) yield* markup.code
  }
}
