import { countUnindexedChanges } from '../../support/changes.ts'
import { startTestService } from '../../support/service.ts'

type Block = { type?: string; content: object }
/** A text of a block, or a whole block. */
type Content = string | Block

const blockOf = (content: Content) =>
  typeof content === 'string' ? { type: 'text', content: { text: content } } : content

/** Starts a service with functions that write courses and search them. */
export async function startSearchService() {
  const service = await startTestService()
  const { textIndex } = service.app.services

  /** Waits until everything that was written is indexed, which a search does for at most 200 ms. */
  async function waitUntilIndexed(): Promise<void> {
    while ((await countUnindexedChanges(service.db)) > 0) await textIndex.indexPendingChanges()
  }

  return {
    ...service,
    waitUntilIndexed,
    /** Creates a course with one lesson that has these blocks, and returns the id of the course. */
    async course(key: string, contents: readonly Content[], more: object = {}): Promise<string> {
      const lessons = [{ name: 'Lesson', blocks: contents.map(blockOf) }]
      const course = { name: 'Course', ...more, modules: [{ name: 'Module', lessons }] }
      const { body } = await service.rest('POST', '/courses', key, course)
      await waitUntilIndexed()
      return body.data.id
    },
    /** Returns the excerpts of the first 100 results of a search, without `…`, in the order of their text. */
    async excerpts(key: string, query: string, more: Record<string, string> = {}): Promise<string[]> {
      const parameters = new URLSearchParams({ query, per_page: '100', ...more })
      const { status, body, text } = await service.rest('GET', `/search?${parameters}`, key)
      if (status !== 200) throw new Error(text)
      return body.data.map(({ excerpt }: { excerpt: string }) => excerpt).sort()
    },
  }
}
