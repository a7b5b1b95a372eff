import type { TestService } from './service.ts'

export type UploadedFile = { id: string; hash: string; url: string; type: string; name: string }

/** Uploads a small file over REST. Returns the file, which is ready. */
export async function uploadFile(
  service: TestService,
  key: string,
  name: string,
  content: Uint8Array | string,
): Promise<UploadedFile> {
  const { status, body } = await service.http(`/api/v1/assets/content?name=${encodeURIComponent(name)}`, {
    method: 'PUT',
    body: content as BodyInit,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/octet-stream' },
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}
