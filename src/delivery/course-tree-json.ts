import { copyRecordWithParsedAttributes } from '../releases/content/outline.ts'
import type { ReadableReleaseWithOutline } from './read.ts'

/**
 * Returns the beginning of a JSON object, such as `{"id":"…","name":"…","lessons":[`. The caller appends the entries of
 * the list and `]}`.
 */
const startObjectWithList = (record: object, list: string) =>
  `${JSON.stringify(copyRecordWithParsedAttributes(record)).slice(0, -1)},"${list}":[`

/**
 * Returns the JSON text of a release with all its lessons, in chunks.
 * @param lessons a map from the stored hash of each lesson to its JSON text
 */
export function makeCourseTreeJsonChunks(
  release: ReadableReleaseWithOutline,
  lessons: ReadonlyMap<string, string>,
): string[] {
  const { outline, slug, visibility, number, publishedAt, hash, storedHashes } = release
  const { modules, ...fields } = outline
  const chunks = [startObjectWithList({ ...fields, slug, visibility, release: number, publishedAt, hash }, 'modules')]
  for (const [index, { lessons: entries, ...own }] of modules.entries()) {
    chunks.push(`${index > 0 ? ',' : ''}${startObjectWithList(own, 'lessons')}`)
    for (const [place, { id }] of entries.entries()) {
      if (place > 0) chunks.push(',')
      chunks.push(lessons.get(storedHashes.get(id)!)!)
    }
    chunks.push(']}')
  }
  chunks.push(']}')
  return chunks
}
