import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodePng } from '../src/runtime/png.ts'
import { type Rig, startRig } from './rig.ts'
import { smallPdf } from './support/small-pdf.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const pdf = (name: string) => new File([smallPdf('备案证')], name, { type: 'application/pdf' })

test('a file comes back as it was sent, under its Chinese name, as an attachment of its project', async () => {
  const enterprise = await rig.as('enterprise_yc')
  const stored = await enterprise.files.upload({ file: pdf('备案证.pdf'), bizType: 'PROJECT_RECORD' })
  expect(stored).toMatchObject({ fileName: '备案证.pdf', ext: 'pdf' })
  const place = { provinceCode: '640000', cityCode: '640300', countyCode: '640323' }
  const project = await enterprise.projects.create({
    projectName: '有附件的项目',
    ...place,
    attachmentIds: [stored.id],
  })
  expect(project.attachments?.map(({ fileName }) => fileName)).toEqual(['备案证.pdf'])
  const file = await enterprise.files.download(stored.id)
  expect([file.fileName, await file.blob.text()]).toEqual(['备案证.pdf', smallPdf('备案证')])
  await expect(enterprise.files.delete(stored.id)).rejects.toMatchObject({ kind: 'conflict' })
})

test('to a stranger a file is as if it did not exist, and it cannot be attached', async () => {
  const enterprise = await rig.as('enterprise_yc')
  const { id } = await enterprise.files.upload({ file: pdf('a.pdf'), bizType: 'PROJECT_RECORD' })
  const stranger = await rig.as('enterprise_sy')
  await expect(stranger.files.download(id)).rejects.toMatchObject({ status: 404, message: '文件不存在' })
  const place = { provinceCode: '110000', countyCode: '110113' }
  const draft = { projectName: '别人的附件', ...place, attachmentIds: [id] }
  await expect(stranger.projects.create(draft)).rejects.toMatchObject({ status: 400 })
})

test.each([
  ['a kind that is not accepted', new File(['#!/bin/sh'], 'run.sh'), '只能上传'],
  ['a content that is not what the name says', new File(['#!/bin/sh'], 'run.pdf'), '文件内容与扩展名不符'],
  ['nothing', new File([], 'empty.pdf'), '文件内容与扩展名不符'],
])('%s is refused', async (_what, file, message) => {
  const enterprise = await rig.as('enterprise_yc')
  const upload = enterprise.files.upload({ file, bizType: 'PROJECT_RECORD' })
  await expect(upload).rejects.toMatchObject({ status: 415, message: expect.stringContaining(message) })
})

test('a stamped annual report is a PDF document, however it is uploaded', async () => {
  const enterprise = await rig.as('enterprise_yc')
  const picture = encodePng({ width: 1, height: 1, palette: [[0, 0, 0]], pixels: new Uint8Array(1) })
  const upload = enterprise.files.upload({
    file: new File([new Uint8Array(picture)], '扫描件.png'),
    bizType: 'ANNUAL_STAMPED',
  })
  await expect(upload).rejects.toMatchObject({ status: 400, code: 'V-004' })
})

test('a name that looks like a path is only a name', async () => {
  const enterprise = await rig.as('enterprise_yc')
  const stored = await enterprise.files.upload({ file: pdf('../../secret.pdf'), bizType: 'PROJECT_RECORD' })
  expect(stored.fileName).toBe('secret.pdf')
  await enterprise.files.delete(stored.id)
  await expect(enterprise.files.download(stored.id)).rejects.toMatchObject({ status: 404 })
})

test('a file of a message can be had by who got the message, and is kept with it', async () => {
  const province = await rig.as('province_nx')
  const { id } = await province.files.upload({ file: pdf('通知.pdf'), bizType: 'MESSAGE' })
  const enterprise = await rig.as('enterprise_yc')
  const refused = { status: 404, message: '文件不存在' }
  await expect(enterprise.files.download(id)).rejects.toMatchObject(refused)
  await province.messages.create({
    title: '附件通知',
    content: '<p>见附件。</p>',
    messageType: '1',
    targetType: '2',
    targetRegionCodes: ['640323'],
    attachmentIds: [id],
  })
  expect((await enterprise.files.download(id)).fileName).toBe('通知.pdf')
  const stranger = await rig.as('enterprise_sy')
  await expect(stranger.files.download(id)).rejects.toMatchObject(refused)
  await expect(province.files.delete(id)).rejects.toMatchObject({ message: '文件已被引用，不能删除' })
})
