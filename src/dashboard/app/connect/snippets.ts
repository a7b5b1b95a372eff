/** A code example that the user can copy. The label is a file name or says what the example does. */
type Snippet = { label: string; note?: string; text: string }
export type ApiClientCodeExamples = { id: string; label: string; lead: string; snippets: readonly Snippet[] }

/** The placeholder that the user replaces with an API key. */
const keyPlaceholder = 'YOUR_API_KEY'

// The shell commands contain no comments, because an interactive zsh treats a comment as arguments.
const setKey = (origin: string): Snippet => ({
  label: 'Set the key',
  note: `Replace ${keyPlaceholder} with an API key. You can create one under Settings → API Keys.`,
  text: `export COURSEWRIGHT_KEY='${keyPlaceholder}'
export COURSEWRIGHT_URL='${origin}'`,
})

const curlSnippets = (origin: string): readonly Snippet[] => [
  setKey(origin),
  {
    label: 'Create a course',
    text: `curl -s "$COURSEWRIGHT_URL/api/v1/courses" \\
  -H "Authorization: Bearer $COURSEWRIGHT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name":"Botany","language":"en","difficulty":"beginner"}'`,
  },
  {
    label: 'List courses',
    text: `curl -s "$COURSEWRIGHT_URL/api/v1/courses?page=1&per_page=20" \\
  -H "Authorization: Bearer $COURSEWRIGHT_KEY"`,
  },
]

const fetchSnippets = (origin: string): readonly Snippet[] => [
  {
    label: 'create-course.mjs',
    note: 'Runs in Node.js 20 or newer, Deno, Bun, and browsers whose origin is in CORS_ORIGINS. Keep the key on a server.',
    text: `const response = await fetch('${origin}/api/v1/courses', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.COURSEWRIGHT_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ name: 'Botany', language: 'en', difficulty: 'beginner' }),
})
const { data, error } = await response.json()
if (error) throw new Error(\`\${error.code}: \${error.message}\`)
console.log(data.id)`,
  },
]

const typedClientSnippets = (origin: string): readonly Snippet[] => [
  {
    label: 'Install the client',
    note: 'Needs Node.js 20 or newer. The package also runs in browsers and edge runtimes, and has the cache settings of Apollo Client and urql.',
    text: 'npm install @coursewright/client',
  },
  {
    label: 'course.mjs',
    note: 'The same lines are TypeScript: the compiler checks names, bodies, the content of each type of block, and results.',
    text: `import { createClient } from '@coursewright/client'

const coursewright = createClient({
  baseUrl: '${origin}',
  apiKey: process.env.COURSEWRIGHT_KEY,
})

const course = await coursewright.courses.create({ name: 'Botany', language: 'en' })
const module = await coursewright.modules.create(course, { name: 'Light' })
const lesson = await coursewright.lessons.create(module, { name: 'The leaf' })
await coursewright.blocks.create(lesson, { type: 'text', content: { text: 'Leaves make sugar.' } })
for await (const { name, status } of coursewright.courses.list()) console.log(name, status)`,
  },
]

const graphqlSnippets = (origin: string): readonly Snippet[] => [
  setKey(origin),
  {
    label: 'Get a course with its modules, lessons and blocks',
    text: `curl -s "$COURSEWRIGHT_URL/graphql" \\
  -H "Authorization: Bearer $COURSEWRIGHT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"query":"{ coursePage(perPage: 1) { items { name modules { name lessons { name blocks { type content } } } } } }"}'`,
  },
]

const mcpSnippets = (origin: string): readonly Snippet[] => [
  {
    label: 'mcp.json',
    note: `For clients with a configuration file. Replace ${keyPlaceholder} with an API key. The agent can do what the scopes of the key allow.`,
    text: `{
  "mcpServers": {
    "coursewright": {
      "type": "http",
      "url": "${origin}/mcp",
      "headers": { "Authorization": "Bearer ${keyPlaceholder}" }
    }
  }
}`,
  },
  {
    label: 'List the tools',
    note: 'Uses the key in COURSEWRIGHT_KEY, as set under curl.',
    text: `curl -s '${origin}/mcp' \\
  -H "Authorization: Bearer $COURSEWRIGHT_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Accept: application/json, text/event-stream" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
  },
]

/** Returns code examples for each kind of API client. The examples contain the origin of this service. */
export const makeApiClientCodeExamples = (origin: string): readonly ApiClientCodeExamples[] => [
  { id: 'curl', label: 'curl', lead: 'Use the REST API from the command line.', snippets: curlSnippets(origin) },
  {
    id: 'fetch',
    label: 'fetch',
    lead: 'Use the REST API from JavaScript, without a library.',
    snippets: fetchSnippets(origin),
  },
  {
    id: 'typed',
    label: 'Typed client',
    lead: 'Use the API from JavaScript or TypeScript, with a method for each operation.',
    snippets: typedClientSnippets(origin),
  },
  {
    id: 'graphql',
    label: 'GraphQL',
    lead: 'Get exactly the fields that you need, in one request.',
    snippets: graphqlSnippets(origin),
  },
  { id: 'mcp', label: 'MCP', lead: 'Connect an AI agent that writes courses.', snippets: mcpSnippets(origin) },
]
