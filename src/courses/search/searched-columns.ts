import { type LevelName, levelDefinitions, quoteColumnName } from '../outline/levels.ts'
import { courseRecordDefinition } from '../records/course.ts'
import type { SearchWeight } from '../records/field.ts'
import type { ColumnDefinition } from '../records/record.ts'

/**
 * The tables whose text is in the search index. `kind` is the record type, and `courseId` is the column with the id of
 * the course.
 */
export const searchIndexTables = [
  { kind: 'course', table: 'courses', courseId: 'id', columns: courseRecordDefinition.columns },
  { kind: 'module', table: 'modules', courseId: 'course_id', columns: levelDefinitions.module.columns },
  { kind: 'lesson', table: 'lessons', courseId: 'course_id', columns: levelDefinitions.lesson.columns },
  { kind: 'block', table: 'blocks', courseId: 'course_id', columns: levelDefinitions.block.columns },
] as const satisfies { kind: string; table: string; courseId: string; columns: readonly ColumnDefinition[] }[]

/** Returns the columns whose words are in the search index. */
export const filterIndexedColumns = (columns: readonly ColumnDefinition[]) => columns.filter(({ searched }) => searched)

/** Returns SQL for the text of a column. For a row without text, the value is NULL. */
function textOf(column: ColumnDefinition, alias: string, separator: string): string {
  const value = `${alias}.${quoteColumnName(column)}`
  if (column.type === 'json') return `content_text(${value})`
  return column.type === 'text[]' ? `nullif(array_to_string(${value}, '${separator}'), '')` : value
}

/** Returns SQL that joins the texts of all columns whose search weight is `weight`. */
export const makeWeightedTextSql = (
  columns: readonly ColumnDefinition[],
  weight: SearchWeight,
  alias: string,
): string => {
  const texts = columns.filter(({ searched }) => searched === weight).map((column) => textOf(column, alias, ' '))
  return texts.length > 0 ? `concat_ws(' ', ${texts.join(', ')})` : 'NULL'
}

/** Returns SQL for the text from which the search excerpts of a module, lesson or block are taken. */
export const makeExcerptTextSql = (level: LevelName, alias: string): string =>
  `concat_ws(' — ', ${filterIndexedColumns(levelDefinitions[level].columns)
    .map((column) => textOf(column, alias, ' · '))
    .join(', ')})`
