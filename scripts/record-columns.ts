import { courseRecordDefinition } from '../src/courses/records/course.ts'
import { courseSettingsDefinition } from '../src/courses/records/course-settings.ts'
import { lessonRecordDefinition } from '../src/courses/records/lesson.ts'
import { moduleRecordDefinition } from '../src/courses/records/module.ts'
import type { ColumnDefinition } from '../src/courses/records/record.ts'

const columnsByModel = {
  Course: [...courseRecordDefinition.columns, ...courseSettingsDefinition.columns],
  Module: moduleRecordDefinition.columns,
  Lesson: lessonRecordDefinition.columns,
}

const prismaTypes = { text: 'String', integer: 'Int', boolean: 'Boolean', 'text[]': 'String[]', json: 'Json' }

/** Returns the words that the line of a field in `prisma/schema.prisma` must contain. */
function wordsOf({ field, column, type, presence }: ColumnDefinition): string[] {
  return [
    field,
    `${prismaTypes[type]}${presence === 'nullable' ? '?' : ''}`,
    ...(column === field ? [] : [`@map("${column}")`]),
    ...(type === 'json' ? ['@db.Json'] : []),
    ...(presence === 'list' ? ['@default([])'] : []),
    ...(presence === 'flag' ? ['@default(false)'] : []),
  ]
}

/** Returns the words of each line of a model, in their order. */
function readLines(schema: string, model: string): string[][] {
  const [, body = ''] = schema.match(new RegExp(`^model ${model} \\{$([^}]*)^\\}`, 'm')) ?? []
  return body.split('\n').map((line) => line.trim().split(/\s+/))
}

/**
 * Compares the fields of records with the Prisma schema. Returns a sentence for each field whose line is missing, or has
 * another type or column name than the SQL statements expect.
 */
export function findWrongRecordColumns(schema: string): string[] {
  return Object.entries(columnsByModel).flatMap(([model, columns]) => {
    const lines = readLines(schema, model)
    return columns
      .map(wordsOf)
      .filter((words) => !lines.some((line) => line[0] === words[0] && words.every((word) => line.includes(word))))
      .map((words) => `The model ${model} in prisma/schema.prisma must have the line: ${words.join(' ')}`)
  })
}
