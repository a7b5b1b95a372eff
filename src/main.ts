import { enableCompileCache } from 'node:module'

// The import is dynamic, because the compile cache covers only modules that are loaded after this call.
enableCompileCache()
await import('./server/start.ts')
