import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { compound } from './support/compound.ts'
import { soundProject } from './support/projects.ts'
import { sessionCalls } from './support/session.ts'
import { smallPdf } from './support/small-pdf.ts'
import { type Part, workbookParts, zip } from './workbook/packages.ts'

let rig: Rig
let enterprise: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const upload = (name: string, bytes: Buffer) =>
  enterprise.files.upload({ file: new File([Buffer.from(bytes)], name), bizType: 'PROJECT_OTHER' })

const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const documentParts = (mainType = MAIN, main = 'word/document.xml'): Part[] => [
  {
    name: '[Content_Types].xml',
    content: `<Types><Override PartName="/${main}" ContentType="${mainType}"/></Types>`,
  },
  { name: main, content: '<document/>' },
]

const template = (target: string): Part => ({
  name: 'word/_rels/settings.xml.rels',
  content: `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${target}" TargetMode="External"/></Relationships>`,
})

const MB = 1024 * 1024
const bomb: Part = { name: 'a.txt', content: Buffer.alloc(30 * MB) }
const scan: Part = { name: 'word/media/blank.bmp', content: Buffer.alloc(8 * MB) }
const ENCRYPTED = 1
const macros: Part = { name: 'word/vbaProject.bin', content: 'macro' }

describe('an attachment', () => {
  test.each<[string, string, Buffer]>([
    ['a Word document', 'a.docx', zip(documentParts())],
    ['a Word document of the online editor', 'a.docx', zip(documentParts(MAIN, 'word/document2.xml'))],
    ['a Word document with a blank scan', 'a.docx', zip([...documentParts(), scan])],
    [
      'a Word document with a template of its author',
      'a.docx',
      zip([...documentParts(), template('file:///C:\\\\公文.dotx')]),
    ],
    ['a workbook', 'a.xlsx', zip(workbookParts('<row r="1"/>'))],
    ['an archive', 'a.zip', zip([{ name: '甲/乙.txt', content: '丙' }])],
    ['an old Word document', 'a.doc', compound(['WordDocument', '1Table', 'Data', 'CompObj', 'ObjectPool'])],
    ['an old workbook', 'a.xls', compound(['Workbook'])],
  ])('is accepted: %s', async (_what, name, bytes) => {
    expect(await upload(name, bytes)).toMatchObject({ fileName: name, size: bytes.length })
  })

  test.each<[string, string, Buffer, string]>([
    ['a Word document with macros', 'a.docx', zip([...documentParts(), macros]), '含有宏'],
    [
      'a renamed .docm',
      'a.docx',
      zip(documentParts('application/vnd.ms-word.document.macroEnabled.main+xml')),
      '含有宏',
    ],
    [
      'a Word document with a template of the network',
      'a.docx',
      zip([...documentParts(), template('https://evil.example/a.dotm')]),
      '外部模板',
    ],
    [
      'a Word document with controls',
      'a.docx',
      zip([...documentParts(), { name: 'word/activeX/activeX1.bin', content: 'x' }]),
      'ActiveX',
    ],
    ['an archive with a project of macros', 'a.zip', zip([macros]), '含有宏'],
    [
      'an old Word document with macros',
      'a.doc',
      compound(['WordDocument', '1Table', 'Data', 'Macros', 'VBA']),
      '含有宏',
    ],
    ['an old workbook with macros', 'a.xls', compound(['Workbook', '_VBA_PROJECT_CUR']), '含有宏'],
    ['an encrypted archive', 'a.zip', zip([{ name: 'a.txt', content: 'x', flags: ENCRYPTED }]), '已加密'],
    ['an encrypted document', 'a.doc', compound(['EncryptionInfo', 'EncryptedPackage']), '已加密'],
    ['a bomb', 'a.zip', zip([bomb]), '展开后过大'],
    ['a bomb in a document', 'a.docx', zip([...documentParts(), bomb]), '展开后过大'],
    [
      'entries that share their bytes',
      'a.zip',
      zip([
        { name: 'a', content: 'x' },
        { name: 'b', content: 'x', sameBytesAs: 0 },
      ]),
      '结构异常',
    ],
    [
      'a symbolic link',
      'a.zip',
      zip([{ name: 'a', content: '/etc/passwd', unixMode: 0o120777 }]),
      '结构异常',
    ],
    ['a name outside of the archive', 'a.zip', zip([{ name: '../a', content: 'x' }]), '已损坏'],
    ['half an archive', 'a.zip', zip([{ name: 'a', content: 'x' }]).subarray(0, 40), '已损坏'],
    ['half an old document', 'a.doc', compound(['WordDocument']).subarray(0, 600), '已损坏'],
    ['a directory that runs in a circle', 'a.doc', circle(), '已损坏'],
    ['an archive as a document', 'a.docx', zip([{ name: 'a', content: 'x' }]), '与扩展名不符'],
    ['a workbook as a document', 'a.docx', zip(workbookParts('')), '与扩展名不符'],
    ['a document as a workbook', 'a.xlsx', zip(documentParts()), '与扩展名不符'],
    ['an old workbook as a document', 'a.doc', compound(['Workbook']), '与扩展名不符'],
    ['an installer as a document', 'a.doc', compound(['Property']), '与扩展名不符'],
  ])('is refused: %s', async (_what, name, bytes, message) => {
    await expect(upload(name, bytes)).rejects.toMatchObject({
      status: 415,
      code: expect.stringMatching(/^V-00[46]$/),
      message: expect.stringContaining(message),
      errors: [{ field: 'file', message: expect.stringContaining(message) }],
    })
  })
})

/** A compound file whose directory leads back to itself. */
function circle(): Buffer {
  const bytes = compound(['WordDocument'])
  bytes.writeUInt32LE(1, 512 + 4)
  return bytes
}

test('an attachment is sent as a file of no type, under a policy that lets nothing of it run', async () => {
  const { id } = await upload('网页.pdf', Buffer.from(smallPdf('<script>alert(1)</script>')))
  const { token } = await sessionCalls(() => rig.url).tokensOf('enterprise_yc')
  const { headers } = await fetch(`${rig.url}/api/files/${id}`, { headers: { Authorization: token } })
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment;/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
})

test('files are listed in the order that the author gave them', async () => {
  const first = await upload('一.pdf', Buffer.from(smallPdf('1')))
  const second = await upload('二.pdf', Buffer.from(smallPdf('2')))
  const { id } = await enterprise.projects.create(soundProject(61, { attachmentIds: [second.id, first.id] }))
  const { attachments = [] } = await enterprise.projects.get(id)
  expect(attachments.map(({ fileName }) => fileName)).toEqual(['二.pdf', '一.pdf'])
})
