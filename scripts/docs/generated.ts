import { blocksPage } from './blocks.ts'
import { checksPage } from './checks.ts'
import { configurationPage, envExample } from './configuration.ts'
import { makeSecurityTestsPage } from './security-tests-page.ts'
import { fillTables } from './tables.ts'

/** The documents that are generated from the source, whole or in their tables, by file. */
export const generatedDocuments = (): Record<string, string> => ({
  'docs/blocks.md': blocksPage(),
  'docs/checks.md': checksPage(),
  'docs/configuration.md': configurationPage(),
  'docs/security-tests.md': makeSecurityTestsPage(),
  '.env.example': envExample(),
  'README.md': fillTables('README.md'),
  'docs/rest.md': fillTables('docs/rest.md'),
})
