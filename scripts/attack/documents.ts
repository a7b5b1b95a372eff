import type { AttackResult } from './attack.ts'
import { countEach } from './attack.ts'
import { type AttackedService, startAttackedService } from './attacked-service.ts'
import { type Answer, runAll, send } from './requests.ts'

const heapMb = 256

const makeComment = (index: number, character: string) => `# ${index} ${character.repeat(980_000)}\n{ __typename }`
/** Short and valid, but its syntax tree takes hundreds of kilobytes. */
const makeDenseDocument = (index: number) => `query Q${index} { viewer { ${'limit { limit } '.repeat(400)} } }`

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const addresses = [2, 3, 4, 5, 6].map((last) => `127.0.0.${last}`)

const sendDocument = (service: AttackedService, query: string, key?: string, localAddress?: string) =>
  send(service, { method: 'POST', path: '/graphql', key, body: JSON.stringify({ query }) }, localAddress)

async function resultOf(
  service: AttackedService,
  attack: string,
  allowed: readonly number[],
  answers: Answer[],
): Promise<AttackResult> {
  const isAlive = await service.isAlive()
  return {
    attack: `${attack}, with a heap of ${heapMb} MB`,
    expected: `the process lives; answers are ${allowed.join(' or ')}`,
    seen: `${isAlive ? 'alive' : 'dead'}; ${countEach(answers.map(({ status }) => status))}`,
    ok: isAlive && answers.every(({ status }) => allowed.includes(status)),
  }
}

/** Finding 1: documents fill the memory of a process, without a credential and with one. */
export async function attackWithDocuments(): Promise<AttackResult[]> {
  const service = await startAttackedService({ flags: [`--max-old-space-size=${heapMb}`] })
  try {
    // Other addresses of this machine: each has the rate limit of its own that an anonymous caller has.
    const anonymous = await runAll(numbers(224), 10, (index) => {
      const address = process.platform === 'linux' ? addresses[index % addresses.length] : undefined
      return sendDocument(service, makeComment(index, 'x'), undefined, address)
    })
    const first = await resultOf(service, '224 anonymous documents of 980 KB', [400, 429, 503], anonymous)
    const large = await runAll(numbers(224), 8, (index) =>
      sendDocument(service, makeComment(index, '€').slice(0, 330_000), service.attackerKey),
    )
    const second = await resultOf(service, '224 documents of 980 KB with a key', [400, 429, 503], large)
    const dense = await runAll(numbers(1500), 8, (index) =>
      sendDocument(service, makeDenseDocument(index), service.attackerKey),
    )
    const third = await resultOf(service, '1,500 valid documents of 6 KB with a key', [200, 429, 503], dense)
    return [first, second, third]
  } finally {
    await service.stop()
  }
}
