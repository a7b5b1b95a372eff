import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CourseTree, createCourseTree, missingId } from '../support/course-fixture.ts'
import { invalidFieldBody } from '../support/error-bodies.ts'
import { routes, titleOf } from '../support/operations.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type Agent, connect } from './mcp/client.ts'

let service: TestService
let key: string
let agent: Agent
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService()
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  agent = await connect(service, key)
  outline = await createCourseTree(service, key)
})
afterAll(() => service.close())

type Fields = Record<string, unknown>

const createCourse = 'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id } }'

/** Creates a course by each API. Returns the course as REST reads it. */
const createBy: Record<'rest' | 'graphql' | 'mcp', (fields: Fields) => Promise<{ id: string }>> = {
  rest: async (fields) => (await service.rest('POST', '/courses', key, { name: 'C', ...fields })).body.data,
  graphql: async (fields) =>
    (await service.graphql(createCourse, key, { input: { name: 'C', ...fields } })).data.createCourse,
  mcp: async (fields) => (await agent.tool('create_course', { name: 'C', ...fields })).data,
}

/** Creates a course by each API with bad fields. Returns the invalid fields as the API names them. */
const refuseBy: Record<keyof typeof createBy, (fields: Fields) => Promise<{ path: string; message: string }[]>> = {
  rest: async (fields) =>
    (await service.rest('POST', '/courses', key, { name: 'C', ...fields })).body.error.details.fields,
  graphql: async (fields) => {
    const { errors } = await service.graphql(createCourse, key, { input: { name: 'C', ...fields } })
    return errors[0].extensions.details.fields.map((field: { path: string }) => ({
      ...field,
      path: field.path.replace('input.', ''),
    }))
  },
  mcp: async (fields) => (await agent.tool('create_course', { name: 'C', ...fields })).error.details.fields,
}

const apis = ['rest', 'graphql', 'mcp'] as const
const read = async (id: string) => (await service.rest('GET', `/courses/${id}`, key)).body.data

describe.each(apis)('by %s', (api) => {
  test.each([
    [{ difficulty: 'Beginner' }, { difficulty: 'beginner' }],
    [{ difficulty: ' ADVANCED\n' }, { difficulty: 'advanced' }],
    [{ difficulty: '' }, { difficulty: null }],
    [{ difficulty: '  ' }, { difficulty: null }],
    [{ visibility: 'Public' }, { visibility: 'public' }],
    [{ language: 'en_US' }, { language: 'en-US' }],
    [{ language: 'EN' }, { language: 'en' }],
    [{ language: ' zh_hant_tw ' }, { language: 'zh-Hant-TW' }],
    [{ language: 'de-ch-1996-X-Me' }, { language: 'de-CH-1996-x-me' }],
    [{ language: '' }, { language: null }],
    [{ language: ' ' }, { language: null }],
    [{ language: 'sgn-BE-FR' }, { language: 'sgn-BE-FR' }],
  ])('a course with %j is created with %j', async (sent, stored) => {
    // The fourth execution of a GraphQL document is a compiled one.
    for (let time = 0; time < 4; time++) {
      const { id } = await createBy[api](sent)
      expect(await read(id)).toMatchObject(stored)
    }
  })

  test('the type of a block in a course can have another case', async () => {
    const block = { type: ' Text', content: { text: 'Light.', colour: 'green' } }
    const { id } = await createBy[api]({ modules: [{ name: 'M', lessons: [{ name: 'L', blocks: [block] }] }] })
    const { data } = (await service.rest('GET', `/courses/${id}/tree`, key)).body
    expect(data.modules[0].lessons[0].blocks[0].type).toBe('text')
  })

  test.each([
    [{ language: 'English' }, 'language', 'must be a BCP 47 language tag; for English, use en'],
    [{ language: ' deutsch ' }, 'language', 'must be a BCP 47 language tag; for deutsch, use de'],
    [{ language: 'Français' }, 'language', 'must be a BCP 47 language tag; for Français, use fr'],
    [{ language: 'Elvish tongue' }, 'language', 'must be a BCP 47 language tag such as en or pt-BR'],
    [{ language: 'x'.repeat(10_000) }, 'language', 'must be a BCP 47 language tag such as en or pt-BR'],
    [{ difficulty: 'be ginner' }, 'difficulty', 'must be one of beginner, intermediate, advanced'],
    [{ visibility: '' }, 'visibility', 'must be one of private, unlisted, public'],
    [{ published: 'True' }, 'published', 'must be true or false'],
    [{ published: 1 }, 'published', 'must be true or false'],
  ])('a course with %j is refused', async (sent, path, message) => {
    expect(await refuseBy[api](sent)).toEqual([{ path, message }])
  })

  test.each([
    ['titel', undefined],
    ['Title', 'name'],
    ['naem', 'name'],
    ['duration', 'durationMinutes'],
    ['duration_minutes', 'durationMinutes'],
    ['isPublished', 'published'],
    ['descripton', 'description'],
    ['x'.repeat(100), undefined],
    ['q', undefined],
  ])('the unknown member %s is refused with the likely name %s', async (name, likely) => {
    const [told, ...others] = await refuseBy[api]({ [name]: 'Light' })
    expect([told?.path, others]).toEqual([name, []])
    if (likely === undefined) expect(told?.message).not.toContain('did you mean')
    else expect(told?.message).toMatch(new RegExp(`; did you mean ${likely}\\?$`))
  })

  test('a member that has a hint of its own is refused with that', async () => {
    const [told] = await refuseBy[api]({ metadata: {} })
    if (api === 'mcp') expect(told?.message).toMatch(/^is not an argument here; known are /)
    else expect(told?.message).toMatch(/^is not a known field; put data of your own in attributes\./)
  })
})

test.each(['graphql', 'mcp'] as const)('by %s a value that is no list is a list with this value', async (api) => {
  const { id } = await createBy[api]({ objectives: 'See the light.' })
  expect((await read(id)).objectives).toEqual(['See the light.'])
})

test('by rest a value that is no list is refused', async () => {
  expect(await refuseBy.rest({ objectives: 'See the light.' })).toEqual([
    { path: 'objectives', message: 'must be a list' },
  ])
})

describe('a literal in a GraphQL document', () => {
  const create = (fields: string) =>
    service.graphql(`mutation { createCourse(input: { name: "C", ${fields} }) { language } }`, key)

  test('has the tolerances of a language', async () => {
    for (const [sent, stored] of [
      ['"en_us"', 'en-US'],
      ['""', null],
    ])
      expect((await create(`language: ${sent}`)).data.createCourse).toEqual({ language: stored })
    const { errors } = await create('language: "English"')
    expect(errors[0].extensions.details.fields).toEqual([
      { path: 'language', message: 'must be a BCP 47 language tag; for English, use en' },
    ])
  })

  test('that is an enum value is written as the schema has it', async () => {
    for (const literal of ['Beginner', '"beginner"'])
      expect((await create(`difficulty: ${literal}`)).errors[0].extensions.code).toBe('invalid_request')
  })
})

describe('a change', () => {
  test('reads the same as a creation, and null clears as an empty text', async () => {
    const { course } = outline
    const patch = (fields: object) => service.rest('PATCH', `/courses/${course.id}`, key, fields)
    expect((await patch({ difficulty: 'INTERMEDIATE', language: 'pt_br' })).body.data).toMatchObject({
      difficulty: 'intermediate',
      language: 'pt-BR',
    })
    expect((await patch({ difficulty: '', language: '' })).body.data).toMatchObject({
      difficulty: null,
      language: null,
    })
  })

  test('of the type of a block takes another case, and no empty text', async () => {
    const { lesson } = outline
    const sent = { type: 'Text', content: { text: 'Light.', colour: 'green' } }
    const made = await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, sent)
    expect([made.status, made.body.data.type]).toEqual([201, 'text'])
    expect(made.body.meta.warnings.map(({ path }: { path: string }) => path)).toEqual(['content.colour'])
    const path = `/blocks/${made.body.data.id}`
    const changed = await service.rest('PATCH', path, key, { type: 'CODE', content: { code: '1' } })
    expect(changed.body.data.type).toBe('code')
    const refused = await service.rest('PATCH', path, key, { type: '' })
    expect([refused.status, refused.body.error.details.fields[0].path]).toEqual([400, 'type'])
  })

  test('by a tool takes the kind and the type in another case', async () => {
    const { lesson } = outline
    const sent = { kind: 'Block', parentId: lesson.id, type: 'QUIZ', content: { question: 'What?', colour: 'green' } }
    const { data } = await agent.tool('add_content', sent)
    expect(data.warnings).toEqual(expect.arrayContaining([{ path: 'content.colour', message: expect.any(String) }]))
    const { error } = await agent.tool('add_content', { ...sent, kind: 'course' })
    expect(error.details.fields).toEqual([{ path: 'kind', message: 'must be one of module, lesson, block' }])
  })

  test('is the same change in another spelling for its Idempotency-Key', async () => {
    const once = { 'Idempotency-Key': crypto.randomUUID() }
    const create = (difficulty: string) => service.rest('POST', '/courses', key, { name: 'C', difficulty }, once)
    const first = await create('beginner')
    const second = await create('Beginner')
    expect([second.headers.get('idempotency-replayed'), second.body]).toEqual(['true', first.body])
  })
})

describe('the query', () => {
  const list = (query: string) => service.rest('GET', `/courses?${query}`, key)
  const idsOf = async (query: string) => (await list(query)).body.data.map(({ id }: { id: string }) => id)

  test.each([
    ['True', 'true'],
    ['TRUE', 'true'],
    ['1', 'true'],
    ['False', 'false'],
    ['0', 'false'],
  ])('published=%s is published=%s', async (sent, meant) => {
    expect(await idsOf(`published=${sent}`)).toEqual(await idsOf(`published=${meant}`))
    expect((await list(`published=${sent}`)).status).toBe(200)
  })

  test.each(['', 'yes', '2', '01', '+1', ' true'])('published=%s is refused', async (sent) => {
    const { status, body } = await list(`published=${encodeURIComponent(sent)}`)
    expect([status, body]).toEqual([400, invalidFieldBody('published', 'must be true or false')])
  })

  test.each([
    ['sort=Name', 'sort=name'],
    ['sort=-CREATEDAT', 'sort=-createdAt'],
    ['sort=%20-name%20', 'sort=-name'],
    ['status=Draft', 'status=draft'],
    ['difficulty=BEGINNER', 'difficulty=beginner'],
    ['language=EN_us', 'language=en-US'],
  ])('%s is %s', async (sent, meant) => {
    await createBy.rest({ difficulty: 'beginner', language: 'en-US' })
    expect(await idsOf(sent)).toEqual(await idsOf(meant))
    expect((await list(sent)).body.data.length).toBeGreaterThan(0)
  })

  test.each(['sort', 'status', 'difficulty', 'language'])('an empty %s is refused', async (name) => {
    const { status, body } = await list(`${name}=`)
    expect([status, body.error.details.fields[0].path]).toEqual([400, name])
  })

  test('has the tolerances on other routes too', async () => {
    const { course, lesson } = outline
    const paths = [
      `/courses/${course.id}/reading?as=Full`,
      '/search?query=light&status=DRAFT&blockType=Text',
      `/courses/${course.id}/checks?include_dismissed=True`,
      `/lessons/${lesson.id}?include=Blocks`,
    ]
    for (const path of paths) expect([path, (await service.rest('GET', path, key)).status]).toEqual([path, 200])
  })

  const known =
    'is not a parameter; known are page, per_page, cursor, published, status, language, difficulty, tag, updatedSince, ids, key, search, sort'
  test.each([
    ['limit', '; did you mean per_page?'],
    ['perPage', '; did you mean per_page?'],
    ['q', '; did you mean search?'],
    ['Sort', '; did you mean sort?'],
    ['serach', '; did you mean search?'],
    ['colour', ''],
  ])('names the likely parameter for %s', async (name, likely) => {
    const { status, body } = await list(`${name}=5`)
    expect([status, body]).toEqual([400, invalidFieldBody(name, `${known}${likely}`)])
  })

  test('names the likely parameter of a route that has another name for it', async () => {
    const { body } = await service.rest('GET', '/search?q=light', key)
    expect(body.error.details.fields[0].message).toMatch(/; did you mean query\?$/)
  })

  test.each(routes.map((route) => [titleOf(route), route] as const))(
    'of %s may have _, which jQuery adds',
    async (_title, route) => {
      const path = route.rest.path.replace(/\{\w+\}/g, missingId)
      const { body } = await service.rest(route.rest.method, `${path}?_=1764331200000`, key)
      const fields: { path: string }[] = body.error?.details.fields ?? []
      expect(fields.map((field) => field.path)).not.toContain('_')
    },
  )

  test('that has _ may have it twice, and no link to another page repeats it', async () => {
    const { status, headers } = await list('_=1&per_page=1&_=2')
    expect([status, headers.get('link')]).toEqual([200, expect.not.stringContaining('_=')])
  })
})

test('a tool names the likely argument for one that it does not have', async () => {
  for (const [name, likely] of [
    ['limit', 'perPage'],
    ['per_page', 'perPage'],
    ['q', 'search'],
  ] as const) {
    const { error } = await agent.tool('list_courses', { [name]: 5 })
    expect(error.details.fields).toEqual([
      {
        path: name,
        message: expect.stringMatching(
          new RegExp(`^is not an argument here; known are .*; did you mean ${likely}\\?$`),
        ),
      },
    ])
  }
})

describe('a generation', () => {
  const generate = 'mutation ($input: GenerateContentInput!) { generateContent(input: $input) { type } }'
  const typeBy = {
    rest: async (fields: Fields) =>
      (await service.rest('POST', '/ai/generate-content', key, { prompt: 'Light', ...fields })).body.data.type,
    graphql: async (fields: Fields) =>
      (await service.graphql(generate, key, { input: { prompt: 'Light', ...fields } })).data.generateContent.type,
    mcp: async (fields: Fields) => (await agent.tool('generate_content', { prompt: 'Light', ...fields })).data.type,
  }
  const refusalBy = {
    rest: async (fields: Fields) =>
      (await service.rest('POST', '/ai/generate-content', key, { prompt: 'Light', ...fields })).body.error,
    graphql: async (fields: Fields) =>
      (await service.graphql(generate, key, { input: { prompt: 'Light', ...fields } })).errors[0].extensions,
    mcp: async (fields: Fields) => (await agent.tool('generate_content', { prompt: 'Light', ...fields })).error,
  }

  test.each(apis)('by %s takes its type and its options in another spelling', async (api) => {
    for (const [sent, type] of [
      ['Lesson', 'lesson'],
      [' Outline', 'outline'],
      ['BLOCK', 'block'],
    ])
      expect(await typeBy[api]({ type: sent })).toBe(type)
    const options = { difficulty: 'Beginner', language: 'de_at', blockTypes: ['Text', 'QUIZ'] }
    expect(await typeBy[api]({ options, mode: 'Preview' })).toBe('lesson')
    expect(await typeBy[api]({ options: { difficulty: '', language: '' } })).toBe('lesson')
  })

  test.each(apis)('by %s is refused with the type that is probably meant', async (api) => {
    const known = 'must be one of lesson, outline, quiz, block'
    for (const [type, hint] of [
      ['course', '; for course, use outline'],
      ['Module', '; for Module, use outline'],
      ['text', '; for text, use block'],
      ['poem', ''],
      ['', ''],
      [5, ''],
    ] as const) {
      const { details } = await refusalBy[api]({ type })
      expect(details.fields).toEqual([{ path: api === 'graphql' ? 'input.type' : 'type', message: `${known}${hint}` }])
    }
  })

  test('that streams takes its type in another case', async () => {
    const headers = { Authorization: `Bearer ${key}`, Accept: 'text/event-stream', 'Content-Type': 'application/json' }
    const rest = await service.http('/api/v1/ai/generate-content', {
      method: 'POST',
      headers,
      body: JSON.stringify({ prompt: 'Light', type: 'Quiz' }),
    })
    expect(rest.text).toContain('event: done')
    const query = 'subscription ($input: GenerateContentInput!) { generation(input: $input) { event } }'
    const graphql = await service.http('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables: { input: { prompt: 'Light', type: 'Quiz' } } }),
    })
    expect(graphql.text).toContain('"event":"done"')
  })

  test('has a prompt of at most 20,000 characters', async () => {
    expect(await typeBy.rest({ prompt: '🌱'.repeat(20_000) })).toBe('lesson')
    const { details } = await refusalBy.rest({ prompt: 'x'.repeat(20_001) })
    expect(details.fields).toEqual([{ path: 'prompt', message: 'must have at most 20,000 characters' }])
  })
})
