import { glob, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('../../', import.meta.url))
const built = join(root, 'dist/web')
const sources = ['src/web/app/**', 'schema.graphql', 'package-lock.json', 'scripts/dashboard/**']

const timeOf = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

/** Whether a source is newer than the build, or there is none. */
async function isStale(): Promise<boolean> {
  const builtAt = await timeOf(join(built, 'index.html.br'))
  for await (const file of glob(sources, { cwd: root, exclude: ['**/generated'] })) {
    if ((await timeOf(join(root, file))) > builtAt) return true
  }
  return false
}

// The best takes half a minute for GraphiQL, and saves a tenth.
const qualityOf = ({ length }: Buffer) => (length > 1_000_000 ? 6 : 11)

const compressors = [
  [
    '.br',
    (text: Buffer) =>
      promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: qualityOf(text) } }),
  ],
  ['.gz', (text: Buffer) => promisify(gzip)(text, { level: 9 })],
] as const

/** Packs every text file of the build once, so that no request waits for it. The page itself comes last: it dates the build. */
async function compress(): Promise<void> {
  const files = await Array.fromAsync(glob('**/*.{js,css,svg,html}', { cwd: built }))
  const last = files.filter((file) => file === 'index.html')
  for (const file of [...files.filter((name) => name !== 'index.html'), ...last]) {
    const text = await readFile(join(built, file))
    await Promise.all(compressors.map(async ([end, pack]) => writeFile(join(built, file + end), await pack(text))))
  }
}

/** GraphiQL comes with Yoga as text to put into a page; as files it runs under a policy without inline script. */
async function writeGraphiql(): Promise<void> {
  const found = await import('@graphql-yoga/render-graphiql/graphiql')
  const folder = join(built, 'graphiql')
  await mkdir(folder)
  const files = {
    'graphiql.js': found.js,
    'graphiql.css': found.css,
    'editorWorkerService.js': found.editorWorkerService,
    'json.js': found.jsonWorker,
    'graphql.js': found.graphqlWorker,
  }
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
}

/** Builds the dashboard; with `--if-stale`, only where a source is newer than the build. */
async function build(): Promise<void> {
  if (process.argv.includes('--if-stale') && !(await isStale())) return
  const [{ build: bundle }, { writeOperations }] = await Promise.all([import('vite'), import('./operations.ts')])
  console.log('Building the dashboard …')
  // Whoever starts this may be a test, for which React would be built with its aids for development.
  process.env.NODE_ENV = 'production'
  await writeOperations()
  await bundle({ configFile: join(root, 'src/web/app/vite.config.ts'), logLevel: 'warn' })
  await writeGraphiql()
  await compress()
}

await build()
