import { glob, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('../../', import.meta.url))
const outputFolder = join(root, 'dist/web')
const sources = [
  'src/dashboard/app/**',
  'src/identity/scopes.ts',
  'src/markup/**',
  'src/courses/block/**',
  'schema.graphql',
  'package-lock.json',
  'scripts/dashboard/**',
]

/** Returns when a file changed last; 0 if there is no such file. */
const modifiedAt = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

/** Returns whether a source is newer than the build, or there is no build. */
async function isStale(): Promise<boolean> {
  const builtAt = await modifiedAt(join(outputFolder, 'index.html.br'))
  for await (const file of glob(sources, { cwd: root, exclude: ['**/generated'] })) {
    if ((await modifiedAt(join(root, file))) > builtAt) return true
  }
  return false
}

// For GraphiQL, the best quality takes half a minute and makes the file only a tenth smaller.
const brotliQuality = ({ length }: Buffer) => (length > 1_000_000 ? 6 : 11)

const compressors = [
  [
    '.br',
    (text: Buffer) =>
      promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality(text) } }),
  ],
  ['.gz', (text: Buffer) => promisify(gzip)(text, { level: 9 })],
] as const

/** Compresses every text file of the build. `index.html` comes last, because its time is the time of the build. */
async function compress(): Promise<void> {
  const files = await Array.fromAsync(glob('**/*.{js,css,svg,html}', { cwd: outputFolder }))
  const last = files.filter((file) => file === 'index.html')
  for (const file of [...files.filter((name) => name !== 'index.html'), ...last]) {
    const text = await readFile(join(outputFolder, file))
    await Promise.all(
      compressors.map(async ([extension, compressText]) =>
        writeFile(join(outputFolder, file + extension), await compressText(text)),
      ),
    )
  }
}

/** Writes GraphiQL to files. Yoga brings it as inline script, which the Content-Security-Policy forbids. */
async function writeGraphiql(): Promise<void> {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql')
  const folder = join(outputFolder, 'graphiql')
  await mkdir(folder)
  const files = {
    'graphiql.js': graphiql.js,
    'graphiql.css': graphiql.css,
    'editorWorkerService.js': graphiql.editorWorkerService,
    'json.js': graphiql.jsonWorker,
    'graphql.js': graphiql.graphqlWorker,
  }
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
}

/** Builds the dashboard. With `--if-stale`, it does so only if a source is newer than the build. */
async function build(): Promise<void> {
  if (process.argv.includes('--if-stale') && !(await isStale())) return
  const [{ build: bundle }, { writeOperations }] = await Promise.all([import('vite'), import('./operations.ts')])
  console.log('Building the dashboard …')
  // A test may have started this with another NODE_ENV, with which React's development build would be bundled.
  process.env.NODE_ENV = 'production'
  await writeOperations()
  await bundle({ configFile: join(root, 'src/dashboard/app/vite.config.ts'), logLevel: 'warn' })
  await writeGraphiql()
  await compress()
}

await build()
