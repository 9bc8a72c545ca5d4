import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'

const outline = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: '宁夏回族自治区' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [105, 37],
            [107, 37],
            [107, 39],
            [105, 37],
          ],
        ],
      },
    },
  ],
}

let rig: Rig
let mapDir: string
beforeAll(async () => {
  mapDir = mkdtempSync(join(tmpdir(), 'xinchu-maps-'))
  rig = await startRig({ config: { mapDir, mapCaption: '审图号：GS（2024）0000号' } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
  rmSync(mapDir, { recursive: true })
})

describe('maps of the operator', () => {
  test('are named with their caption as soon as they lie in the folder, and given as they are', async () => {
    const client = await rig.as('query')
    expect((await client.platform.get()).maps).toBeUndefined()
    writeFileSync(join(mapDir, '100000.json'), JSON.stringify(outline))
    writeFileSync(join(mapDir, 'readme.txt'), '说明')
    expect(await client.platform.get()).toMatchObject({
      maps: ['100000'],
      mapCaption: '审图号：GS（2024）0000号',
    })
    const { blob } = await client.platform.getMap({ code: '100000' })
    expect(JSON.parse(await blob.text())).toEqual(outline)
  })

  test('that are not there are not found, and no other file can be had', async () => {
    const client = await rig.as('query')
    await expect(client.platform.getMap({ code: '640000' })).rejects.toMatchObject({ status: 404 })
    await expect(client.platform.getMap({ code: '../config' })).rejects.toMatchObject({ status: 400 })
  })

  test.each([
    ['no JSON', '{'],
    ['no collection', JSON.stringify({ type: 'Feature' })],
    [
      'an outline without a name',
      JSON.stringify({ ...outline, features: [{ type: 'Feature', properties: {} }] }),
    ],
  ])('that are %s are refused by the name of the file', async (_what, text) => {
    writeFileSync(join(mapDir, '650000.json'), text)
    const client = await rig.as('query')
    await expect(client.platform.getMap({ code: '650000' })).rejects.toThrow(/650000\.json/)
  })
})
