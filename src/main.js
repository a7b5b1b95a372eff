import { enableCompileCache } from 'node:module'

// The compile cache covers only modules that are loaded after this call, so the import is dynamic. This file is
// JavaScript: for TypeScript, Node would load its compiler before the cache, and keep it in memory.
enableCompileCache()
await import('./server/start.ts')
