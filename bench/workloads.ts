import { ids, publishedCourses, shape } from './dataset.ts'

export const servers = ['limit', 'postgraphile', 'coursewright'] as const

/** `plain` is the service without some of its optimizations (`COURSEWRIGHT_WITHOUT`). */
export type ServerName = (typeof servers)[number] | 'plain'
export type Call = { method: string; path: string; body?: string }

/**
 * The way in which one server does a workload. `calls` are made in random order. The text `111111111` in a call is
 * replaced by a new number each time.
 */
export type Way = { server: ServerName; api: 'REST' | 'GraphQL'; calls: Call[] }
export type Workload = { name: string; title: string; ways: Way[] }

const fresh = 111_111_111

const random = (count: number) => 1 + Math.floor(Math.random() * count)
const some = <T>(make: () => T): T[] => Array.from({ length: 500 }, make)

const get = (path: string): Call => ({ method: 'GET', path })
const post = (query: string, variables: object): Call => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
})
const way = (server: ServerName, api: Way['api'], make: () => Call): Way => ({ server, api, calls: some(make) })

const content = () => ({
  text: `Changed ${random(1e6)}. ${'The quick brown fox jumps. '.repeat(12)}`,
  format: 'markdown',
})

const record = 'id name description language difficulty status version metadata { createdAt updatedAt }'
const peerRecord = 'rowId name description language difficulty status version createdAt updatedAt'
const blockRecord = 'id lessonId type content order version metadata { createdAt updatedAt }'
const peerBlockRecord = 'rowId lessonId type content order version createdAt updatedAt'

const queries = {
  tree: 'query Tree($id: ID!) { course(id: $id) { id name modules { id name order lessons { id name order blocks { id type content order } } } } }',
  peerTree: `query Tree($workspace: UUID!, $id: UUID!) { courseByWorkspaceIdAndRowId(workspaceId: $workspace, rowId: $id) { rowId name
    modulesByWorkspaceIdAndCourseId(orderBy: ORDER_ASC) { nodes { rowId name order
    lessonsByWorkspaceIdAndModuleId(orderBy: ORDER_ASC) { nodes { rowId name order blocksByWorkspaceIdAndLessonId(orderBy: ORDER_ASC) { nodes { rowId type content order } } } } } } } }`,
  course: `query Course($id: ID!) { course(id: $id) { ${record} } }`,
  peerCourse: `query Course($workspace: UUID!, $id: UUID!) { courseByWorkspaceIdAndRowId(workspaceId: $workspace, rowId: $id) { ${peerRecord} } }`,
  page: `query Page($page: Int) { coursePage(page: $page) { items { ${record} } pageInfo { page perPage total totalPages } } }`,
  peerPage: `query Page($workspace: UUID!, $offset: Int) { allCourses(condition: { workspaceId: $workspace }, first: 20, offset: $offset, orderBy: ROW_ID_DESC) { totalCount nodes { ${peerRecord} } } }`,
  create: `mutation Create($lesson: ID!, $input: CreateBlockInput!) { createBlock(lessonId: $lesson, input: $input) { ${blockRecord} } }`,
  peerCreate: `mutation Create($input: CreateBlockInput!) { createBlock(input: $input) { block { ${peerBlockRecord} } } }`,
  change: `mutation Change($id: ID!, $input: UpdateBlockInput!) { updateBlock(id: $id, input: $input) { ${blockRecord} } }`,
  peerChange: `mutation Change($input: UpdateBlockByWorkspaceIdAndRowIdInput!) { updateBlockByWorkspaceIdAndRowId(input: $input) { block { ${peerBlockRecord} } } }`,
  summary:
    'query Summary($page: Int) { coursePage(page: $page) { items { id name modules { id name lessonCount } } } }',
  peerSummary: `query Summary($workspace: UUID!, $offset: Int) { allCourses(condition: { workspaceId: $workspace }, first: 20, offset: $offset, orderBy: ROW_ID_DESC) { nodes { rowId name
    modulesByWorkspaceIdAndCourseId(orderBy: ORDER_ASC) { nodes { rowId name lessonsByWorkspaceIdAndModuleId { totalCount } } } } } }`,
}

/**
 * Returns the workloads for a data set of `courses` courses. Their names, such as `W6`, are those of the performance
 * goals.
 */
export function workloadsOf(courses: number): Workload[] {
  const pages = Math.floor(courses / 20)
  const course = () => random(courses)
  const published = () => random(Math.min(courses, publishedCourses))
  const delivered = (c: number) => `/api/v1/delivery/${ids.publicWorkspace}/courses/${ids.course(c)}`
  const lessonOf = (c: number) => ids.lesson(c, random(shape.modules), random(shape.lessons))
  const block = () => ids.block(course(), random(shape.modules), random(shape.lessons), random(shape.blocks))
  const peerBlock = () => {
    const c = course()
    return {
      workspaceId: ids.workspace,
      courseId: ids.course(c),
      lessonId: lessonOf(c),
      type: 'text',
      content: content(),
      order: fresh,
    }
  }
  const json = (value: object) => JSON.stringify(value)
  return [
    {
      name: 'W1',
      title: 'a course with all modules, lessons and blocks',
      ways: [
        way('limit', 'REST', () => get(`/courses/${ids.course(course())}/tree`)),
        way('postgraphile', 'GraphQL', () =>
          post(queries.peerTree, { workspace: ids.workspace, id: ids.course(course()) }),
        ),
        way('coursewright', 'GraphQL', () => post(queries.tree, { id: ids.course(course()) })),
      ],
    },
    {
      name: 'W2',
      title: 'one course',
      ways: [
        way('limit', 'REST', () => get(`/courses/${ids.course(course())}`)),
        way('postgraphile', 'GraphQL', () =>
          post(queries.peerCourse, { workspace: ids.workspace, id: ids.course(course()) }),
        ),
        way('coursewright', 'GraphQL', () => post(queries.course, { id: ids.course(course()) })),
        way('coursewright', 'REST', () => get(`/api/v1/courses/${ids.course(course())}`)),
      ],
    },
    {
      name: 'W3',
      title: 'a page of 20 courses with the total',
      ways: [
        way('limit', 'REST', () => get(`/courses?page=${random(pages)}`)),
        way('postgraphile', 'GraphQL', () =>
          post(queries.peerPage, { workspace: ids.workspace, offset: (random(pages) - 1) * 20 }),
        ),
        way('coursewright', 'GraphQL', () => post(queries.page, { page: random(pages) })),
        way('coursewright', 'REST', () => get(`/api/v1/courses?page=${random(pages)}`)),
      ],
    },
    {
      name: 'W6',
      title: '20 courses with their modules and how many lessons each has',
      ways: [
        way('limit', 'REST', () => get(`/summary?page=${random(pages)}`)),
        way('postgraphile', 'GraphQL', () =>
          post(queries.peerSummary, { workspace: ids.workspace, offset: (random(pages) - 1) * 20 }),
        ),
        way('coursewright', 'GraphQL', () => post(queries.summary, { page: random(pages) })),
      ],
    },
    {
      name: 'W7',
      title: 'one lesson of a published course, for learners',
      ways: [
        way('limit', 'REST', () => get(`/published/${lessonOf(published())}`)),
        way('coursewright', 'REST', () => {
          const c = published()
          return get(`${delivered(c)}/lessons/${lessonOf(c)}`)
        }),
      ],
    },
    {
      name: 'W8',
      title: 'a published course with all modules, lessons and blocks, for learners',
      ways: [way('coursewright', 'REST', () => get(`${delivered(published())}/tree`))],
    },
    {
      name: 'W4',
      title: 'create a block',
      ways: [
        way('limit', 'REST', () => ({
          method: 'POST',
          path: `/lessons/${lessonOf(course())}/blocks`,
          body: json({ type: 'text', content: content(), order: fresh }),
        })),
        way('postgraphile', 'GraphQL', () => post(queries.peerCreate, { input: { block: peerBlock() } })),
        way('coursewright', 'GraphQL', () =>
          post(queries.create, { lesson: lessonOf(course()), input: { type: 'text', content: content() } }),
        ),
        way('coursewright', 'REST', () => ({
          method: 'POST',
          path: `/api/v1/lessons/${lessonOf(course())}/blocks`,
          body: json({ type: 'text', content: content() }),
        })),
      ],
    },
    {
      name: 'W5',
      title: "change a block's content",
      ways: [
        way('limit', 'REST', () => ({
          method: 'PATCH',
          path: `/blocks/${block()}`,
          body: json({ content: content() }),
        })),
        way('postgraphile', 'GraphQL', () =>
          post(queries.peerChange, {
            input: { workspaceId: ids.workspace, rowId: block(), blockPatch: { content: content() } },
          }),
        ),
        way('coursewright', 'GraphQL', () => post(queries.change, { id: block(), input: { content: content() } })),
        way('coursewright', 'REST', () => ({
          method: 'PATCH',
          path: `/api/v1/blocks/${block()}`,
          body: json({ content: content() }),
        })),
      ],
    },
  ]
}
