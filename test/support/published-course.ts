import type { TestService } from './service.ts'

type Schedule = { liveFrom?: Date; liveUntil?: Date }

/** Publishes a course over REST, now or by a schedule. Returns the number of the release. */
export async function publishCourse(
  service: TestService,
  key: string,
  courseId: string,
  schedule: Schedule = {},
): Promise<number> {
  const { status, body } = await service.rest('POST', `/courses/${courseId}/releases`, key, schedule)
  if (status !== 201 && status !== 200) throw new Error(JSON.stringify(body))
  return body.data.release.number
}
