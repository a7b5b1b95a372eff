import { enableCompileCache } from 'node:module'

// What was compiled is kept for the next start; so the service itself is read after this, not before.
enableCompileCache()
await import('./serve.ts')
