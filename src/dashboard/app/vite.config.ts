import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const entries = { index: `${here}index.html`, explore: `${here}explore.html`, early: `${here}early.ts` }

type Modules = { getModuleInfo(id: string): { importedIds: string[] } | null }

function listStaticImports(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) listStaticImports(imported, modules, found)
  return found
}

const importsByFile = new Map<string, Set<string>>()

/** Returns whether a file imports a module, directly or through others. */
function isImportedBy(file: string, id: string, modules: Modules): boolean {
  const imports = importsByFile.get(file) ?? listStaticImports(file, modules)
  importsByFile.set(file, imports)
  return imports.has(id)
}

/** Returns the names of the entries that import a module. */
const listEntriesWith = (id: string, modules: Modules): string[] =>
  Object.entries(entries).flatMap(([name, file]) => (isImportedBy(file, id, modules) ? [name] : []))

/** The pages whose shared modules are in one file. A module is in the file of the first row that needs it. */
const pageGroups = {
  home: ['home/HomePage.tsx'],
  often: [
    'courses/list/CourseListPage.tsx',
    'usage/UsagePage.tsx',
    'connect/ConnectPage.tsx',
    'keys/ApiKeysPage.tsx',
    'shell/palette/CommandPalette.tsx',
  ],
  lesson: ['courses/editor/LessonEditorPage.tsx'],
}

const findPageGroupWith = (id: string, modules: Modules): string | null =>
  Object.entries(pageGroups).find(([, files]) => files.some((file) => isImportedBy(here + file, id, modules)))?.[0] ??
  null

/** Adds `early.ts` to the page. A script tag in `index.html` would become part of `main.tsx`. */
const addEarlyScript: Plugin = {
  name: 'add-early-script',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { filename, bundle = {} }) {
      const early = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === entries.early)
      if (filename !== entries.index || !early) return []
      return [{ tag: 'script', attrs: { type: 'module', src: `/${early.fileName}` }, injectTo: 'head-prepend' }]
    },
  },
}

export default defineConfig({
  root: here,
  // React Aria has the texts of its components in 34 languages. The dashboard needs only the English texts.
  plugins: [optimizeLocales.vite({ locales: ['en-US'] }), react(), addEarlyScript],
  build: {
    outDir: fileURLToPath(new URL('../../../dist/web/', import.meta.url)),
    emptyOutDir: true,
    // By default, Vite inlines small files as data: URLs. The Content-Security-Policy forbids most data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: entries,
      output: {
        codeSplitting: {
          groups: [
            // What a document needs at once is one file, and what both need is another: GraphiQL needs the session alone.
            {
              name: (id, modules) => listEntriesWith(id, modules).join('-'),
              tags: ['$initial'],
              priority: 1,
              debugName: 'entries',
            },
            // Each file costs a request, and over HTTP/1.1 a browser sends six at once.
            { name: findPageGroupWith, minShareCount: 2, debugName: 'pages' },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
    target: 'baseline-widely-available',
  },
})
