import { expect, test } from 'vitest'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService } from '../support/service.ts'

test('an embed is a frame in a sandbox if the operator allows its host, and a link otherwise', async () => {
  const service = await startTestService({ env: { EMBED_HOSTS: 'phet.colorado.edu, *.h5p.com' } })
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  await openPublishGate(service)
  const { publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  const activity = (content: object) => ({ type: 'interactive', content })
  const blocks = [
    activity({ kind: 'embed', url: 'https://phet.colorado.edu/sims/"x"', title: 'Waves' }),
    activity({ kind: 'embed', url: 'https://a.h5p.com/1' }),
    activity({ kind: 'embed', url: 'https://evil.example/1' }),
    activity({ kind: 'embed', url: 'http://phet.colorado.edu/1' }),
    activity({ kind: 'exercise', url: 'https://phet.colorado.edu/2' }),
  ]
  const modules = [{ name: 'One', lessons: [{ name: 'First', blocks }] }]
  const course = (await service.rest('POST', '/courses', key, { name: 'C', visibility: 'public', modules })).body.data
  await publishCourse(service, key, course.id)
  const tree = (await service.rest('GET', `/courses/${course.id}/tree`, key)).body.data
  const { text, headers } = await service.http(`/learn/${publicId}/${course.id}/${tree.modules[0].lessons[0].id}`)
  expect(text.match(/<iframe [^>]*>/g)).toEqual([
    '<iframe src="https://phet.colorado.edu/sims/&quot;x&quot;" title="Waves" sandbox="allow-scripts allow-same-origin allow-forms allow-popups" loading="lazy" referrerpolicy="no-referrer" allow="fullscreen">',
    expect.stringContaining('src="https://a.h5p.com/1" title="Open the activity"'),
  ])
  expect(text.match(/<a href="https?:\/\/(?:evil|phet|a\.h5p)[^"]*"/g)).toHaveLength(5)
  expect(headers.get('content-security-policy')).toMatch(
    /frame-src [^;]* https:\/\/phet\.colorado\.edu https:\/\/\*\.h5p\.com;/,
  )
  await service.close()
})
