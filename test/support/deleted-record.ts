import type { TestService } from './service.ts'

/** Deletes a record over REST, and returns the path of its trash entry. */
export async function deleteToTrash(service: TestService, key: string, path: string): Promise<string> {
  const deleted = await service.rest('DELETE', path, key)
  if (deleted.status !== 200) throw new Error(JSON.stringify(deleted.body))
  return `/trash/${(await service.rest('GET', '/trash?per_page=1', key)).body.data[0].id}`
}
