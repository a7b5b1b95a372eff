import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  root: here,
  // React Aria has the texts of its components in 34 languages. The dashboard needs only the English texts.
  plugins: [optimizeLocales.vite({ locales: ['en-US'] }), react()],
  build: {
    outDir: fileURLToPath(new URL('../../../dist/web/', import.meta.url)),
    emptyOutDir: true,
    // By default, Vite inlines small files as data: URLs. The Content-Security-Policy forbids most data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: [`${here}index.html`, `${here}explore.html`],
      output: {
        codeSplitting: {
          // Small modules that several pages share go into one file, because each file costs a request.
          groups: [
            {
              name: 'shared',
              test: /dashboard\/app\/(ui|api|unsaved-edits|session|service-status|courses\/(?:paths|labels))\b|lucide-react/,
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
