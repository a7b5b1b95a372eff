import american from 'dictionary-en'
import australian from 'dictionary-en-au'
import canadian from 'dictionary-en-ca'
import british from 'dictionary-en-gb'
import nspell from 'nspell'

/**
 * Loads the American, Australian, British and Canadian dictionaries as one. This takes about 0.2 s and 70 MB. The
 * dictionaries have the same rules of word formation, so their words can be joined. nspell accepts a list of
 * dictionaries too, but then finds every word correct.
 */
export function loadDictionary() {
  const entries = new Set<string>()
  for (const { dic } of [american, australian, british, canadian]) {
    // The first line is the number of entries.
    for (const entry of Buffer.from(dic).toString('utf8').split('\n').slice(1)) entries.add(entry)
  }
  return nspell(Buffer.from(american.aff), Buffer.from([entries.size, ...entries].join('\n')))
}
