import { readFileSync } from 'node:fs'
import nspell from 'nspell'

/** The packages with the American, Australian, British and Canadian dictionaries, in Hunspell's format. */
const american = 'dictionary-en'
const packages = [american, 'dictionary-en-au', 'dictionary-en-gb', 'dictionary-en-ca']

/**
 * Reads a file of a dictionary. The packages are not imported, because they use a top-level `await`. If a worker thread
 * is terminated while it evaluates such a module, V8 ends the whole process.
 */
const readDictionaryFile = (name: string, file: 'index.aff' | 'index.dic') =>
  readFileSync(new URL(file, import.meta.resolve(name)))

/**
 * Loads the American, Australian, British and Canadian dictionaries as one. This takes about 0.2 s and 70 MB. The
 * dictionaries have the same rules of word formation, so their words can be joined. nspell accepts a list of
 * dictionaries too, but then finds every word correct.
 */
export function loadEnglishDictionary() {
  const entries = new Set<string>()
  for (const name of packages) {
    // The first line is the number of entries.
    for (const entry of readDictionaryFile(name, 'index.dic').toString('utf8').split('\n').slice(1)) entries.add(entry)
  }
  return nspell(readDictionaryFile(american, 'index.aff'), Buffer.from([entries.size, ...entries].join('\n')))
}
