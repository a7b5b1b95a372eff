import sharp from 'sharp'
import { missingId } from './course-fixture.ts'
import { createFurtherRecords } from './further-records.ts'
import { exampleBodyOf, type Ids, type routes } from './operations.ts'
import type { TestService } from './service.ts'
import { uploadFile } from './upload-file.ts'

type Route = (typeof routes)[number]
type Access = { key: string; token: string }

const course = {
  name: 'Botany',
  modules: [
    {
      name: 'Leaves',
      lessons: [{ name: 'Light', blocks: [{ type: 'text', content: { text: 'Plants eat light.' } }] }],
    },
  ],
}

async function createIds(service: TestService, { key, token }: Access, needsFinding: boolean): Promise<Ids> {
  const courseId = (await service.rest('POST', '/courses', key, course)).body.data.id
  const [module] = (await service.rest('GET', `/courses/${courseId}/tree`, key)).body.data.modules
  const [lesson] = module.lessons
  const { keyId } = (await service.rest('POST', '/api-keys', token, { name: 'changed' })).body.data
  // The course has no language, which is a finding. Checks have a limit a minute.
  const checks = needsFinding ? await service.rest('GET', `/courses/${courseId}/checks`, key) : undefined
  const findingId = checks?.body.data.findings[0].id ?? missingId
  await service.rest('POST', `/courses/${courseId}/releases`, key, {})
  // The draft differs from the release, so that a publish makes another one.
  await service.rest('PATCH', `/courses/${courseId}`, key, { description: 'How plants live.' })
  const blockId = lesson.blocks[0].id
  const ids = { courseId, moduleId: module.id, lessonId: lesson.id, blockId, keyId, findingId }
  return { ...ids, number: '1', ...(await createFurtherRecords(service, key, courseId)) }
}

/** Creates the block that `joinBlocks` joins to the one above it, and returns its identifier. */
export async function createNextBlock(
  service: TestService,
  key: string,
  lessonId: string | undefined,
): Promise<string> {
  const block = { type: 'text', content: { text: 'Roots drink.' } }
  return (await service.rest('POST', `/lessons/${lessonId}/blocks`, key, block)).body.data.id
}

/** Uploads the picture for which `suggestAltText` suggests a text, and returns its identifier. */
export async function uploadPicture(service: TestService, key: string): Promise<string> {
  const pixels = { create: { width: 40, height: 30, channels: 3, background: 'green' } } as const
  return (await uploadFile(service, key, 'leaf.png', await sharp(pixels).png().toBuffer())).id
}

/** Deletes a lesson, and returns the identifier of its entry in the trash. */
async function deleteLesson(service: TestService, key: string, { courseId, lessonId }: Ids): Promise<Ids> {
  await service.rest('DELETE', `/lessons/${lessonId}`, key)
  return { trashId: (await service.rest('GET', `/trash?courseId=${courseId}`, key)).body.data[0].id }
}

/** Creates a course and the other records that an operation can name. Returns their identifiers by parameter name. */
export async function createRecordsFor(route: Route, service: TestService, access: Access): Promise<Ids> {
  const { key } = access
  const ids = await createIds(service, access, /Finding|Fixes/.test(route.name))
  if (route.name === 'undismissFinding')
    await service.rest('POST', `/courses/${ids.courseId}/dismissals`, key, { finding: ids.findingId })
  if (route.name === 'joinBlocks') return { ...ids, nextId: await createNextBlock(service, key, ids.lessonId) }
  if (route.name === 'suggestAltText') return { ...ids, assetId: await uploadPicture(service, key) }
  return route.name.includes('Trash') ? { ...ids, ...(await deleteLesson(service, key, ids)) } : ids
}

/** The bodies of the operations whose example in the OpenAPI document does not fit the course. */
const bodiesFor = ({ courseId, moduleId, lessonId, blockId, nextId, findingId }: Ids): Record<string, object> => ({
  reorderModules: { ids: [moduleId] },
  reorderLessons: { ids: [lessonId] },
  reorderBlocks: { ids: [blockId] },
  applyFixes: { findings: [findingId] },
  dismissFinding: { finding: findingId },
  moveModule: { courseId },
  moveLesson: { moduleId },
  moveBlock: { lessonId },
  joinBlocks: { nextId, text: 'Plants eat light.' },
  generateContent: { prompt: 'Light' },
})

/** Returns a body with which an operation succeeds on the records of `createRecordsFor`. */
export const sampleBodyOf = (route: Route, ids: Ids): object | undefined =>
  bodiesFor(ids)[route.name] ?? exampleBodyOf(route)
