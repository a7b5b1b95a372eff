import { enableCompileCache } from 'node:module'

// The compile cache only covers modules that are loaded after this call. Therefore the import is dynamic.
enableCompileCache()
await import('./server/start.ts')
