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

const importsByEntry = new Map<string, Set<string>>()

/** Returns the names of the entries that import a module, directly or through others. */
const listEntriesWith = (id: string, modules: Modules): string[] =>
  Object.entries(entries).flatMap(([name, file]) => {
    const imports = importsByEntry.get(name) ?? listStaticImports(file, modules)
    importsByEntry.set(name, imports)
    return imports.has(id) ? [name] : []
  })

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
            // Small modules that several pages share go into one file, because each file costs a request.
            {
              name: 'shared',
              // The lists would bring their part of React Aria to pages without one.
              test: /dashboard\/app\/(ui\/(?!ComboBox|Select)|api|unsaved-edits|courses\/(?:paths|labels)\b)|lucide-react/,
              minShareCount: 3,
              maxModuleSize: 5000,
            },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
    target: 'baseline-widely-available',
  },
})
