import type { CourseStructureCheck, FoundProblem, LessonCheck } from '../model/check.ts'

/** Checks that a course has a language and modules, that modules have lessons, and that lessons have blocks. */
export const structureChecks: readonly (CourseStructureCheck | LessonCheck)[] = [
  {
    code: 'course_empty',
    severity: 'error',
    types: ['course'],
    meaning: 'The course has no module.',
    remedy: 'Add a module.',
    findInCourse: ({ id, modules }) =>
      modules.length > 0
        ? []
        : [{ kind: 'course', nodeId: id, path: '/modules', message: 'The course has no modules. Add a module.' }],
  },
  {
    code: 'module_empty',
    severity: 'error',
    types: ['module'],
    meaning: 'A module has no lesson.',
    remedy: 'Add a lesson, or delete the module.',
    findInCourse: ({ modules }) =>
      modules
        .filter(({ lessons }) => lessons.length === 0)
        .map(
          ({ id, name }): FoundProblem => ({
            kind: 'module',
            nodeId: id,
            path: '/lessons',
            message: `The module ${JSON.stringify(name)} has no lessons. Add a lesson, or delete the module.`,
          }),
        ),
  },
  {
    code: 'lesson_empty',
    severity: 'error',
    types: ['lesson'],
    meaning: 'A lesson has no block.',
    remedy: 'Add a block, or delete the lesson.',
    find: ({ id, name, blocks, unknownTypes }) =>
      blocks.length + unknownTypes.length > 0
        ? []
        : [
            {
              kind: 'lesson',
              nodeId: id,
              path: '/blocks',
              message: `The lesson ${JSON.stringify(name)} has no blocks. Add a block, or delete the lesson.`,
            },
          ],
  },
  {
    code: 'course_without_language',
    severity: 'warning',
    wcag: '3.1.1',
    types: ['course'],
    meaning: 'The course has no language, so that a screen reader does not know how to pronounce it.',
    remedy: 'Set `language` of the course.',
    readsOneRecord: true,
    findInCourse: ({ id, language }) =>
      language
        ? []
        : [
            {
              kind: 'course',
              nodeId: id,
              path: '/language',
              message: 'The course has no language. Set it to a BCP 47 tag such as en or pt-BR.',
            },
          ],
  },
]
