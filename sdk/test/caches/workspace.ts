import { startTestService } from '../../../test/support/service.ts'
import { createClient, uploadFile } from '../../src/index.ts'

/** Starts a service that has a published course with two modules, a lesson with two blocks, a trash entry and a preview link. */
export async function startServiceWithCourses() {
  const service = await startTestService()
  const workspaceId = await service.workspace()
  const apiKey = await service.key({ workspaceId })
  const client = createClient({ baseUrl: service.url, apiKey })
  const course = await client.courses.create({
    name: 'Botany',
    visibility: 'public',
    modules: [
      { name: 'Light', lessons: [{ name: 'The leaf' }] },
      { name: 'Water', lessons: [{ name: 'The root' }] },
    ],
  })
  const [module] = await client.modules.list(course).toArray()
  const [lesson] = await client.lessons.list(module!).toArray()
  const block = await client.blocks.create(lesson!, { type: 'text', content: { text: '# Leaves\n\n### Sugar' } })
  const quiz = await client.blocks.create(lesson!, {
    type: 'quiz',
    content: { questions: [{ type: 'true_false', prompt: 'Leaves make sugar.', answer: true }] },
  })
  for (const name of ['Second', 'Third']) await client.courses.create({ name })
  await client.blocks.delete(await client.blocks.duplicate(block))
  await client.releases.create(course, { gate: 'off' })
  await client.modules.update(module!, { name: 'Light and shade' })
  await client.releases.createPreviewLink(course, {})
  const { publicId } = await client.workspace.get()
  const file = await uploadFile(client, new TextEncoder().encode('%PDF-1.7\n'), { name: 'leaf.pdf' })
  const image = await client.blocks.create(lesson!, { type: 'image', content: { assetId: file.id, alt: 'A leaf' } })
  const ids = { course: course.id, module: module!.id, lesson: lesson!.id, block: block.id }
  const delivered = { workspace: publicId, course: course.id }
  const time = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
  /** The variables with which each field of the type `Query` can be read. */
  const variables: Record<string, object> = {
    aiUsage: {},
    asset: { id: file.id },
    assetPage: {},
    assetUses: { id: file.id },
    block: { id: block.id },
    blockAssets: { id: image.id },
    blockPage: { lessonId: lesson!.id },
    blockTypes: {},
    checkAnswer: { workspace: publicId, blockId: quiz.id, input: { questionId: 'question-0', response: true } },
    course: { id: course.id },
    courseChecks: { id: course.id },
    courseDiff: { courseId: course.id },
    coursePage: {},
    courseReading: { id: course.id },
    courseTree: { id: course.id },
    courses: { first: 2 },
    deliveredAssets: delivered,
    deliveredCourse: delivered,
    deliveredCoursePage: { workspace: publicId },
    deliveredLesson: { ...delivered, lessonId: lesson!.id },
    deliveredRelease: { ...delivered, number: 1 },
    deliveredReleaseLesson: { ...delivered, number: 1, lessonId: lesson!.id },
    deliveredReleaseTree: { ...delivered, number: 1 },
    deliveredTree: delivered,
    lesson: { id: lesson!.id },
    lessonPage: { moduleId: module!.id },
    module: { id: module!.id },
    modulePage: { courseId: course.id },
    node: { id: lesson!.id },
    nodes: { ids: [module!.id, block.id] },
    previewLinks: { courseId: course.id },
    release: { courseId: course.id, number: 1 },
    releasePage: { courseId: course.id },
    searchContent: { query: 'sugar' },
    trashPage: {},
    usage: time,
    viewer: {},
    workspace: {},
  }
  return { service, apiKey, client, ids, variables }
}
