import type { TestService } from './service.ts'

type Rest = (method: string, path: string, body?: unknown) => Promise<{ body: { data: { id: string } } }>

/**
 * For each path parameter, how a test creates a record that the parameter can name. A new kind of record gets a row here;
 * the generated tests of operations use it.
 */
const createByParameter: Readonly<Record<string, (rest: Rest, courseId: string) => Promise<string>>> = {
  assetId: async (rest) => (await rest('POST', '/assets', { name: 'leaf.jpg', bytes: 1000 })).body.data.id,
  previewLinkId: async (rest, courseId) => (await rest('POST', `/courses/${courseId}/preview-links`, {})).body.data.id,
}

/** Creates one record of each kind beside the course tree. Returns their ids by the name of the path parameter. */
export async function createFurtherRecords(
  service: TestService,
  key: string,
  courseId: string,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const [name, create] of Object.entries(createByParameter))
    ids[name] = await create((method, path, body) => service.rest(method, path, key, body), courseId)
  return ids
}
