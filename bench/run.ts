import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCountingProxy } from './counting-proxy.ts'
import { copyDataset, type Dataset, dropDataset, makeDataset } from './dataset.ts'
import { measureEmbedded } from './embedded.ts'
import { measureGrowing } from './growing.ts'
import { measureGrowth } from './growth.ts'
import { tool } from './load.ts'
import { callOnce, measureRound, median, openAdmin, type Round } from './measure.ts'
import { memoryMbOf } from './process.ts'
import { measureReleases, printReleases } from './releases.ts'
import { type Running, startOn } from './servers.ts'
import { type Figures, printTable } from './table.ts'
import { type ServerName, servers, type Way, workloadsOf } from './workloads.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    servers: { type: 'string', default: servers.join(',') },
    without: { type: 'string' },
    growth: { type: 'boolean', default: false },
    courses: { type: 'string', default: '1500' },
    releases: { type: 'boolean', default: false },
    json: { type: 'string', default: 'bench/result.json' },
  },
})
const server = process.env.BENCH_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres'
const redisUrl = process.env.BENCH_REDIS_URL ?? 'redis://127.0.0.1:6379'
const rounds = Number(values.rounds ?? (values.quick ? 2 : 5))
const seconds = Number(values.seconds ?? (values.quick ? 1 : 4))
const warmUpSeconds = values.quick ? 1 : 3
const connections = 8
const counted = 20

const middle = (list: Round[], of: keyof Round) => median(list.map((one) => one[of]))

// With `--without writer,chunks`, the service is compared with itself without these optimizations.
const wanted: ServerName[] =
  values.without === undefined
    ? servers.filter((name) => values.servers.split(',').includes(name))
    : ['coursewright', 'plain']
const environmentOf = (name: ServerName): Record<string, string> =>
  name === 'plain' ? { COURSEWRIGHT_WITHOUT: values.without! } : {}
const scratch = await mkdtemp(join(tmpdir(), 'coursewright-bench-'))
const running = new Map<ServerName, Running>()
const data = new Map<ServerName, Dataset>()
const admin = await openAdmin(server)

/**
 * Counts the SQL statements of one request. The servers for the count are not those that are measured, so that the
 * count costs them nothing. Returns the median of many calls, because work in the background falls into the time of
 * some calls.
 */
async function countStatements(ways: Way[]): Promise<Map<Way, number>> {
  const found = new Map<Way, number>()
  for (const name of wanted) {
    const set = data.get(name)!
    const proxy = await openCountingProxy(set.url)
    const instance = await startOn(name, set, { redisUrl, scratch, env: environmentOf(name) }, proxy.url)
    for (const way of ways.filter((one) => one.server === name)) {
      await callOnce(instance.url, set, way.calls[0]!)
      await new Promise((resolve) => setTimeout(resolve, 700))
      const counts: number[] = []
      for (const call of way.calls.slice(1, counted + 1)) {
        const before = proxy.count()
        await callOnce(instance.url, set, call)
        counts.push(proxy.count() - before)
      }
      found.set(way, median(counts))
    }
    await instance.stop()
    proxy.close()
  }
  return found
}

const withPlain = (way: Way): Way[] => (way.server === 'coursewright' ? [way, { ...way, server: 'plain' }] : [way])

async function measure(): Promise<Figures[]> {
  const [first, ...others] = wanted
  data.set(first!, await makeDataset(server, `coursewright_bench_${first}`, Number(values.scale)))
  for (const name of others) data.set(name, await copyDataset(server, data.get(first!)!, `coursewright_bench_${name}`))
  for (const name of wanted) {
    const place = { redisUrl, scratch, env: environmentOf(name) }
    running.set(name, await startOn(name, data.get(name)!, place))
  }

  const only = values.only?.split(',')
  const workloads = workloadsOf(data.get(first!)!.courses)
    .filter(({ name }) => !only || only.includes(name))
    .map((workload) => ({
      ...workload,
      ways: workload.ways.flatMap(withPlain).filter((way) => wanted.includes(way.server)),
    }))
  const statements = await countStatements(workloads.flatMap(({ ways }) => ways))
  const figures: Figures[] = []
  for (const { name, title, ways } of workloads) {
    const options = (way: Way) => ({
      admin,
      data: data.get(way.server)!,
      running: [running.get(way.server)!],
      connections,
      scratch,
    })
    for (const way of ways) await measureRound(way, warmUpSeconds, options(way))
    const results = new Map<Way, Round[]>(ways.map((way) => [way, []]))
    for (let number = 0; number < rounds; number++) {
      for (const way of ways) results.get(way)!.push(await measureRound(way, seconds, options(way)))
    }
    for (const [way, list] of results) {
      figures.push({
        workload: name,
        title,
        server: way.server,
        api: way.api,
        perSecond: middle(list, 'perSecond'),
        p50: middle(list, 'p50'),
        p99: middle(list, 'p99'),
        serverMs: middle(list, 'serverMs'),
        postgresMs: middle(list, 'postgresMs'),
        statements: statements.get(way)!,
        failures: list.reduce((total, { failures }) => total + failures, 0),
      })
    }
    printTable(figures.filter(({ workload }) => workload === name))
  }
  return figures
}

if (values.growth || values.releases) {
  await admin.end()
  if (values.growth) {
    await measureGrowing(server, scratch, Number(values.courses))
    await measureGrowth(server, redisUrl, scratch)
  }
  if (values.releases) printReleases(await measureReleases(server, redisUrl, scratch))
  await rm(scratch, { recursive: true })
  process.exit()
}

try {
  const figures = await measure()
  const memory = Object.fromEntries(wanted.map((name) => [name, memoryMbOf(running.get(name)!.pid)]))
  console.log('Memory after the run, MB:', memory)
  const embedded = values.only || values.without !== undefined ? undefined : await measureEmbedded(scratch, seconds)
  if (embedded) console.log('Embedded database:', embedded)
  const releases = embedded && (await measureReleases(server, redisUrl, scratch))
  if (releases) printReleases(releases)
  const options = { scale: Number(values.scale), rounds, seconds, connections, tool, node: process.version }
  await writeFile(values.json, `${JSON.stringify({ options, figures, memory, embedded, releases }, null, 2)}\n`)
  console.log(`Written to ${values.json}.`)
} finally {
  for (const instance of running.values()) await instance.stop()
  for (const set of data.values()) await dropDataset(server, set)
  await admin.end()
  await rm(scratch, { recursive: true })
}
