import { parentPort } from 'node:worker_threads'
import { loadEnglishDictionary } from './dictionary.ts'
import type { SpellingJob } from './spelling-worker-pool.ts'

const maxSuggestions = 3

// The program of a worker thread. It looks words up in the dictionary, which is in memory as long as the thread runs.
const dictionary = loadEnglishDictionary()

const run = (job: SpellingJob): string[] =>
  'words' in job
    ? job.words.filter((word) => !dictionary.correct(word))
    : dictionary.suggest(job.suggestFor).slice(0, maxSuggestions)

parentPort?.on('message', (job: SpellingJob) => parentPort!.postMessage(run(job)))
