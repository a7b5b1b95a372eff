/** One thing to copy: a label for the button, a file's name or a language, the text. */
export type Piece = { label: string; note?: string; text: string }
export type Way = { id: string; label: string; lead: string; pieces: readonly Piece[] }

const shell = (origin: string) => `export COURSEWRIGHT_KEY=cw_prod_…   # Settings → API Keys
export COURSEWRIGHT_URL=${origin}`

const curl = (origin: string): readonly Piece[] => [
  { label: 'Set the key', text: shell(origin) },
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

const fetching = (origin: string): readonly Piece[] => [
  {
    label: 'create-course.mjs',
    note: 'Node.js 18 or newer, Deno, Bun, or any browser whose origin is in CORS_ORIGINS. Keep the key on a server.',
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

const typed = (origin: string): readonly Piece[] => [
  {
    label: 'Generate the types',
    note: 'From the OpenAPI 3.1 document of this server.',
    text: `npm install openapi-fetch
npx openapi-typescript ${origin}/api/v1/openapi.json -o coursewright.d.ts`,
  },
  {
    label: 'courses.mts',
    note: 'Paths, parameters, bodies and answers are checked by the compiler. Node.js 22.18 or newer runs it as it is.',
    text: `import createClient from 'openapi-fetch'
import type { paths } from './coursewright.d.ts'

const client = createClient<paths>({
  baseUrl: '${origin}/api/v1',
  headers: { Authorization: \`Bearer \${process.env.COURSEWRIGHT_KEY}\` },
})

const { data, error } = await client.GET('/courses', { params: { query: { per_page: 5 } } })
if (error) throw new Error(error.error.message)
for (const course of data.data) console.log(course.name, course.status)`,
  },
]

const graphql = (origin: string): readonly Piece[] => [
  { label: 'Set the key', text: shell(origin) },
  {
    label: 'A course with everything below it',
    text: `curl -s "$COURSEWRIGHT_URL/graphql" \\
  -H "Authorization: Bearer $COURSEWRIGHT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"query":"{ coursePage(perPage: 1) { items { name modules { name lessons { name blocks { type content } } } } } }"}'`,
  },
]

const mcp = (origin: string): readonly Piece[] => [
  {
    label: 'mcp.json',
    note: 'For clients that read a configuration file. The key needs the scopes that the agent shall have.',
    text: `{
  "mcpServers": {
    "coursewright": {
      "type": "http",
      "url": "${origin}/mcp",
      "headers": { "Authorization": "Bearer cw_prod_…" }
    }
  }
}`,
  },
  {
    label: 'List the tools',
    text: `curl -s ${origin}/mcp \\
  -H "Authorization: Bearer $COURSEWRIGHT_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Accept: application/json, text/event-stream" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
  },
]

/** Every way to reach the service at `origin`, with lines that work as they are once the key is put in. */
export const waysFor = (origin: string): readonly Way[] => [
  { id: 'curl', label: 'curl', lead: 'REST from the command line.', pieces: curl(origin) },
  { id: 'fetch', label: 'fetch', lead: 'REST from JavaScript, without a library.', pieces: fetching(origin) },
  { id: 'typed', label: 'Typed client', lead: 'REST from TypeScript, checked by the compiler.', pieces: typed(origin) },
  { id: 'graphql', label: 'GraphQL', lead: 'One request for exactly what is needed.', pieces: graphql(origin) },
  { id: 'mcp', label: 'MCP', lead: 'For agents that write courses.', pieces: mcp(origin) },
]
