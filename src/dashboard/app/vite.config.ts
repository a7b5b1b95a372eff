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
            // GraphiQL, a page of its own, needs these alone. A file that also has others would load the dashboard.
            { name: 'session', test: /dashboard\/app\/(session|service-status)\b/, minShareCount: 2, priority: 1 },
            // What every dialog, menu and button needs. In files of their own, which the home page loads too, these are larger.
            {
              name: 'focus',
              test: /react-aria.*\/(FocusScope|PressResponder|SelectionIndicator|ShadowTreeWalker|Text|animation|isScrollable)\./,
              minShareCount: 2,
            },
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
