import { readFileSync } from 'node:fs'
import nspell from 'nspell'

/** The packages with the American, Australian, British and Canadian dictionaries, in Hunspell's format. */
const american = 'dictionary-en'
const packages = [american, 'dictionary-en-au', 'dictionary-en-gb', 'dictionary-en-ca']

/**
 * Reads a file of a dictionary package. The function does not import the package, because its module uses a top-level
 * `await`: if a worker thread is terminated during such an import, V8 ends the whole process.
 */
const readDictionaryFile = (name: string, file: 'index.aff' | 'index.dic') =>
  readFileSync(new URL(file, import.meta.resolve(name)))

/**
 * Loads the American, Australian, British and Canadian dictionaries as one dictionary. This takes about 0.2 s and 70
 * MB. The four dictionaries have the same affix rules, so their lists of words can be joined. The function does not
 * pass nspell a list of dictionaries, because nspell would then find every word correct.
 */
export function loadEnglishDictionary() {
  const entries = new Set<string>()
  for (const name of packages) {
    // The first line is the number of entries.
    for (const entry of readDictionaryFile(name, 'index.dic').toString('utf8').split('\n').slice(1)) entries.add(entry)
  }
  return nspell(readDictionaryFile(american, 'index.aff'), Buffer.from([entries.size, ...entries].join('\n')))
}
