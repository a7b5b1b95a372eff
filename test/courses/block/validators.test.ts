import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test, vi } from 'vitest'
import { blockTypeDefinitionByName, blockTypeNames } from '../../../src/courses/block/types.ts'
import { serviceForTest } from '../../support/service.ts'

test('after the start, no request waits until the schema of a block type is compiled', async () => {
  const service = await serviceForTest()
  await service.app.warm()
  const compile = vi.spyOn(Ajv2020.prototype, 'compile')
  const blocks = blockTypeNames.map((type) => ({ type, content: blockTypeDefinitionByName[type].example }))
  // `service.rest` would compile the schemas of the OpenAPI document.
  const { status } = await fetch(`${service.url}/api/v1/courses`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await service.key()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Course', modules: [{ name: 'Module', lessons: [{ name: 'Lesson', blocks }] }] }),
  })
  expect(status).toBe(201)
  expect(compile).not.toHaveBeenCalled()
})
