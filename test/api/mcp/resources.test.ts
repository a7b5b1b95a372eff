import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCourseTree, missingId } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { type Agent, connect } from './client.ts'

let service: TestService
let key: string
let agent: Agent
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  agent = await connect(service, key)
})
afterAll(() => service.close())

const missing = { code: -32002, message: expect.stringContaining('ot found') }

describe('courses are resources', () => {
  test('with a template for their address', async () => {
    expect((await agent.client.listResourceTemplates()).resourceTemplates).toEqual([
      {
        name: 'course',
        title: 'Course',
        uriTemplate: 'course://{id}',
        mimeType: 'text/markdown',
        description:
          'A course as text of limited length: an outline, the full text for editing, or Markdown for reading.',
      },
    ])
  })

  test('listed by page, newest first', async () => {
    const own = await connect(service, await service.key())
    const names = Array.from({ length: 60 }, (_, index) => `Course ${index}`)
    const uris: string[] = []
    for (const name of names) uris.unshift(`course://${(await own.tool('create_course', { name })).data.id}`)
    const first = await own.client.listResources()
    expect(first.resources[0]).toEqual({ uri: uris[0], name: 'Course 59', mimeType: 'text/markdown' })
    const second = await own.client.listResources({ cursor: first.nextCursor })
    expect(second.nextCursor).toBeUndefined()
    expect([...first.resources, ...second.resources].map(({ uri }) => uri)).toEqual(uris)
  })

  test('listed with at most 300 characters of their descriptions', async () => {
    const own = await connect(service, await service.key())
    await own.tool('create_course', { name: 'Botany', description: 'x'.repeat(301) })
    const { resources } = await own.client.listResources()
    expect(resources.map(({ description }) => description)).toEqual(['x'.repeat(300)])
  })

  test('read as Markdown', async () => {
    const { course } = await createCourseTree(service, key)
    const uri = `course://${course.id}`
    const { contents } = await agent.client.readResource({ uri })
    const text = '# Botany\n\n## 1. Leaves\n\n### 1.1 Light\n\nPlants eat light.'
    expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text }])
  })

  test.for([
    `course://${missingId}`,
    'course://nothing',
    'course://',
    'course://a/b',
    'lesson://a',
    'file:///etc/passwd',
  ])('not found at %s', async (uri) => {
    await expect(agent.client.readResource({ uri })).rejects.toMatchObject(missing)
  })

  test('not found by another workspace', async () => {
    const { course } = await createCourseTree(service, key)
    const stranger = await connect(service, await service.key())
    await expect(stranger.client.readResource({ uri: `course://${course.id}` })).rejects.toMatchObject(missing)
    expect((await stranger.client.listResources()).resources).toEqual([])
  })

  test('refused to a key without the scope, with the code of the other faces', async () => {
    const writer = await connect(service, await service.key({ scopes: ['courses:write'] }))
    await expect(writer.client.listResources()).rejects.toMatchObject({
      code: -32000,
      data: { code: 'forbidden', details: { scope: 'courses:read' } },
    })
  })

  test('refused at a cursor that is none', async () => {
    await expect(agent.client.listResources({ cursor: 'nowhere' })).rejects.toMatchObject({
      code: -32602,
      data: {
        code: 'invalid_request',
        details: { fields: [{ path: 'cursor', message: 'must be a cursor of this list' }] },
      },
    })
  })
})

describe('the prompt for designing a course', () => {
  test('is listed with its arguments', async () => {
    const { prompts } = await agent.client.listPrompts()
    expect(prompts).toEqual([
      {
        name: 'design_course',
        title: 'Design a course',
        description: 'Plans a course for an audience and writes the course as a draft, module by module.',
        arguments: [
          { name: 'subject', description: 'What the course is about.', required: true },
          { name: 'audience', description: 'The learners, and what they already know.', required: true },
          { name: 'length', description: 'How long the course may take, such as "3 modules" or "two hours".' },
        ],
      },
    ])
  })

  test('says what is to be designed, and names only tools that exist', async () => {
    const sent = { subject: 'Botany', audience: 'Gardeners', length: '3 modules' }
    const { messages } = await agent.client.getPrompt({ name: 'design_course', arguments: sent })
    const [{ role, content }] = messages as [(typeof messages)[number]]
    const text = content.type === 'text' ? content.text : ''
    expect(role).toBe('user')
    for (const value of Object.values(sent)) expect(text).toContain(value)
    const { tools } = await agent.client.listTools()
    const known = tools.map(({ name }) => name)
    expect(known).toEqual(expect.arrayContaining([...new Set(text.match(/\b[a-z]+_[a-z_]+\b/g))]))
    expect(known).toEqual(
      expect.arrayContaining(
        agent.client.getInstructions()!.match(/\b[a-z]+_(courses?|content|course_tree|block_types)\b/g)!,
      ),
    )
  })

  test.for([
    ['design_course', { subject: 'Botany' }, 'audience: is required'],
    ['design_course', { subject: ' ', audience: '' }, 'subject: is required; audience: is required'],
    ['write_poem', {}, 'There is no prompt write_poem.'],
  ] as const)('%s with %j is refused', async ([name, sent, message]) => {
    await expect(agent.client.getPrompt({ name, arguments: { ...sent } })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    })
  })
})
