import type { Config } from '../platform/config.ts'
import type { FileOrigins } from './content-security-policy.ts'

const originOf = (url: string): string[] => (URL.canParse(url) ? [new URL(url).origin] : [])

/** Returns the origins of a bucket: by its name in the host, and by its name in the path. */
function findBucketOrigins({ s3 }: Config['files']): string[] {
  if (!s3) return []
  if (s3.endpoint) return originOf(s3.endpoint)
  const host = `s3.${s3.region}.amazonaws.com`
  return [`https://${s3.bucket}.${host}`, `https://${host}`]
}

/** Returns the origins that the pages of the dashboard send files to, and load them from. */
export const findFileOrigins = ({ files, publicUrl }: Config): FileOrigins => ({
  connect: [...originOf(publicUrl ?? ''), ...findBucketOrigins(files)],
  media: originOf(files.baseUrl),
})
