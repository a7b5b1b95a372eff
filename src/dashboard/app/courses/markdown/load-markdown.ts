import { makeLoaderThatWaitsForService } from '../../service-status/wait-for-service.ts'

/** Loads the components that show Markdown. The pages of a lesson load them with their own code, so that no source is seen. */
export const loadMarkdown = makeLoaderThatWaitsForService(() => import('./Markdown.tsx'))
