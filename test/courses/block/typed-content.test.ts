import { GraphQLObjectType, type GraphQLUnionType } from 'graphql'
import { expect, test } from 'vitest'
import { blockTypeDefinitionByName, blockTypeNames } from '../../../src/courses/block/types.ts'
import { graphqlSchema as schema } from '../../../src/server/schema.ts'
import { createCourseTree } from '../../support/course-fixture.ts'
import { publishCourse } from '../../support/published-course.ts'
import { serviceForTest } from '../../support/service.ts'

const question = {
  id: 'q1',
  type: 'cloze',
  prompt: 'A {{g}}',
  gaps: [{ id: 'g', options: ['hole', 'wall'] }],
  answer: { g: 'hole' },
  hints: ['Dig.'],
  attempts: 3,
  explanation: 'So.',
}
const selection = (answer: string) => `typedContent {
  __typename
  ... on TextContent { title text format }
  ... on ImageContent { url alt }
  ... on VideoContent { url captions { language url } }
  ... on InteractiveContent { kind config }
  ${answer}
}`
const secret =
  'questions { id type prompt gaps { id options } hints attempts answer explanation options { id text feedback } }'
const open = 'questions { id type prompt gaps { id options } hints attempts options { id text } }'

test('the content of a block has a type for each type of block, and learners get one without secrets', async () => {
  const service = await serviceForTest()
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const blocks = [
    { type: 'text', content: { text: 'Hi', format: 'md', title: 'T', own: 1 } },
    { type: 'quiz', content: { questions: [question] } },
    {
      type: 'code',
      content: {
        language: 'c',
        source: 'x',
        solution: 'Zqsecret',
        highlight: '1-2',
        tests: [{ name: 'a', hidden: true }],
      },
    },
    { type: 'interactive', content: { kind: 'embed', config: { a: 1 } } },
  ]
  const modules = [{ name: 'M', lessons: [{ name: 'L', blocks }] }]
  const made = await service.rest('POST', '/courses', key, { name: 'C', visibility: 'public', modules })
  const tree = (await service.rest('GET', `/courses/${made.body.data.id}/tree`, key)).body.data
  const ids: string[] = tree.modules[0].lessons[0].blocks.map(({ id }: { id: string }) => id)
  const own = `... on QuizContent { ${secret} } ... on CodeContent { code solution highlight tests { name hidden } }`
  const read = await Promise.all(
    ids.map(
      async (id) =>
        (await service.graphql(`{ block(id: "${id}") { ${selection(own)} } }`, key)).data.block.typedContent,
    ),
  )
  expect(read).toEqual([
    { __typename: 'TextContent', title: 'T', text: 'Hi', format: 'markdown' },
    { __typename: 'QuizContent', questions: [{ ...question, options: null }] },
    {
      __typename: 'CodeContent',
      code: 'x',
      solution: 'Zqsecret',
      highlight: [1, 2],
      tests: [{ name: 'a', hidden: true }],
    },
    { __typename: 'InteractiveContent', kind: 'embed', config: { a: 1 } },
  ])
  await publishCourse(service, key, made.body.data.id)
  const { publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  const forLearners = `... on DeliveredQuizContent { ${open} } ... on DeliveredCodeContent { code highlight tests { name } }`
  const { data, errors } = await service.graphql(
    `{ deliveredTree(workspace: "${publicId}", course: "${made.body.data.id}") { modules { lessons { blocks { ${selection(forLearners)} } } } } }`,
  )
  expect(errors).toBeUndefined()
  const { answer: _answer, explanation: _explanation, ...asked } = question
  expect(
    data.deliveredTree.modules[0].lessons[0].blocks.map((block: { typedContent: object }) => block.typedContent),
  ).toEqual([
    read[0],
    { __typename: 'DeliveredQuizContent', questions: [{ ...asked, options: null }] },
    { __typename: 'DeliveredCodeContent', code: 'x', highlight: [1, 2], tests: [] },
    read[3],
  ])
  const refused = await service.graphql(
    `{ deliveredTree(workspace: "${publicId}", course: "x") { modules { lessons { blocks { typedContent { ... on DeliveredQuizContent { questions { answer } } } } } } } }`,
  )
  expect(refused.errors[0].message).toContain('Cannot query field "answer"')
})

test('each member of the documented shape is a field, and no type for learners has a secret one', () => {
  const union = (name: string) => schema.getType(name) as GraphQLUnionType
  const namesOf = (name: string) =>
    union(name)
      .getTypes()
      .map((type) => Object.keys(type.getFields()))
  const declared = blockTypeNames.map((type) =>
    Object.keys(blockTypeDefinitionByName[type].schema.properties as object),
  )
  expect(namesOf('BlockContent')).toEqual(declared)
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    type instanceof GraphQLObjectType && /^Delivered(?:Quiz|Code)/.test(type.name) ? Object.keys(type.getFields()) : [],
  )
  const secrets = new Set(blockTypeNames.flatMap((type) => blockTypeDefinitionByName[type].secrets.names))
  expect(fields.filter((name) => secrets.has(name))).toEqual([])
  expect(fields).toContain('prompt')
})

test('the content of a whole course can be selected with its types', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  const { course } = await createCourseTree(service, key)
  const all = '... on QuizContent { questions { id prompt options { id text feedback } targets { id text } } }'
  const { data, errors } = await service.graphql(
    `{ course(id: "${course.id}") { modules { lessons { blocks { typedContent { ${all} } } } } } }`,
    key,
  )
  expect(errors).toBeUndefined()
  expect(data.course.modules[0].lessons[0].blocks).toHaveLength(1)
})
