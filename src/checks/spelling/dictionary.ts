import { readFileSync } from 'node:fs'
import nspell from 'nspell'

/** The packages with the American, Australian, British and Canadian dictionaries, in Hunspell's format. */
const american = 'dictionary-en'
const packages = [american, 'dictionary-en-au', 'dictionary-en-gb', 'dictionary-en-ca']

/**
 * Reads a file of a dictionary package, and does not import the package. The package has a top-level `await`. If a
 * worker is terminated during this `await`, V8 ends the whole process.
 */
const readDictionaryFile = (name: string, file: 'index.aff' | 'index.dic') =>
  readFileSync(new URL(file, import.meta.resolve(name)))

/** Loads four English dictionaries (American, Australian, British, Canadian) as one, in about 0.2 s and 70 MB. */
export function loadEnglishDictionary() {
  // The dictionaries have the same affix rules, so one list can contain the words of all dictionaries.
  const entries = new Set<string>()
  for (const name of packages) {
    // The first line of the file is the number of its entries.
    for (const entry of readDictionaryFile(name, 'index.dic').toString('utf8').split('\n').slice(1)) entries.add(entry)
  }
  // All entries form one dictionary, because nspell accepts every word if it receives a list of dictionaries.
  return nspell(readDictionaryFile(american, 'index.aff'), Buffer.from([entries.size, ...entries].join('\n')))
}
