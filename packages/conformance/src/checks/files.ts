import { createHash } from 'node:crypto'
import type { Operation } from '@xinchu/sdk/operations'
import type { Account } from '../accounts.ts'
import type { Check } from '../check.ts'
import { expectStatus, expectThat, type Kit } from '../kit.ts'
import type { Deviation } from '../types.ts'
import { field, rowsOf } from '../values.ts'
import { type Answer, deviationOf } from '../wire.ts'
import { idOf, MARK } from './drafts.ts'
import { callerOf } from './sweep.ts'

const level = 'files'

/** Files that are cheap to make, with their beginnings. */
const DOWNLOADS: readonly (readonly [id: string, magic: string])[] = [
  ['downloadRules', ''],
  ['downloadProjectTemplate', 'PK'],
  ['exportContacts', 'PK'],
  ['downloadProjects', 'PK'],
  ['downloadProjectPdf', '%PDF-'],
]

interface Download {
  readonly answer: Answer
  readonly operation: Operation
  readonly magic: string
}

async function call(kit: Kit, operation: Operation, as: Account | undefined): Promise<Answer | undefined> {
  if (operation.id === 'downloadProjects' || operation.id === 'downloadProjectPdf') {
    const list = await kit.call('queryEsProjects', { as, query: { size: 1, own: true } })
    const id = Number(field(rowsOf(list.json)[0], 'id'))
    if (!(id > 0)) return undefined
    return operation.method === 'GET'
      ? kit.call(operation.id, { as, query: { id } })
      : kit.call(operation.id, { as, body: { ids: [id] } })
  }
  return kit.call(operation.id, { as })
}

const downloads = (kit: Kit) =>
  kit.once('downloads', async () => {
    const found: Download[] = []
    for (const [id, magic] of DOWNLOADS) {
      const operation = kit.swept.find((each) => each.id === id)
      if (!operation) continue
      // Its own projects are those that an enterprise may export.
      const as = kit.accounts.find(({ code }) => code === 'ENT') ?? callerOf(kit, operation)
      const answer = await call(kit, operation, as)
      if (answer) found.push({ answer, operation, magic })
    }
    return found
  })

const eachDownload = async (
  kit: Kit,
  judge: (download: Download) => string | undefined,
): Promise<readonly Deviation[]> =>
  (await downloads(kit)).flatMap((download) => {
    const message = download.answer.status === 200 ? judge(download) : undefined
    return message === undefined ? [] : [deviationOf(download.answer, message)]
  })

const typeOf = ({ headers }: Answer) => (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''

const NAME = /^attachment;.*filename\*=UTF-8''\S+/i

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj
`

/** A complete PDF of one empty page. */
function smallPdf(): Uint8Array {
  const offsets = [1, 2, 3].map((n) => PDF.indexOf(`${n} 0 obj`))
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 4\n0000000000 65535 f \n${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${PDF.length}\n%%EOF\n`
  return new TextEncoder().encode(PDF + end)
}

function formOf(name: string, content: Uint8Array): FormData {
  const form = new FormData()
  form.set('bizType', 'PROJECT_RECORD')
  form.set('file', new Blob([new Uint8Array(content)], { type: 'application/octet-stream' }), name)
  return form
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const uploaded = (kit: Kit) =>
  kit.once('uploaded', async () => {
    const as = kit.who('any')
    const content = smallPdf()
    const answer = await kit.call('uploadFile', { as, body: formOf(`${MARK}.pdf`, content) })
    const id = idOf(answer)
    if (answer.status === 201)
      kit.afterwards(async (last) => {
        const { status } = await last.call('deleteFile', { as, params: { id } })
        if (status !== 204 && status !== 404) last.leave(`文件 ${id}（${MARK}.pdf）`)
      })
    return { as, content, answer, id }
  })

async function checkRoundTrip(kit: Kit): Promise<undefined> {
  const { as, content, answer, id } = await uploaded(kit)
  expectStatus(answer, 201)
  expectThat(answer, field(answer.json, 'size') === content.byteLength, `size 应为 ${content.byteLength}`)
  const sha256 = field(answer.json, 'sha256')
  expectThat(answer, sha256 === undefined || sha256 === digest(content), 'sha256 应为内容的摘要')
  const file = expectStatus(await kit.call('downloadFile', { as, params: { id } }), 200)
  expectThat(file, digest(file.bytes) === digest(content), '下载的内容应与上传的相同')
  const name = encodeURIComponent(`${MARK}.pdf`)
  expectThat(file, (file.headers.get('content-disposition') ?? '').includes(name), '应给出上传时的文件名')
  return undefined
}

async function checkInvisible(kit: Kit): Promise<undefined> {
  const { as, id } = await uploaded(kit)
  const stranger = kit.accounts.find(({ orgId, code }) => orgId !== as.orgId && code !== 'ADM')
  if (!stranger) return undefined
  expectStatus(
    await kit.call('downloadFile', { as: stranger, params: { id } }),
    404,
    '其他单位的文件与不存在的相同',
  )
  return undefined
}

async function checkDelete(kit: Kit): Promise<undefined> {
  const as = kit.who('any')
  const params = { id: idOf(await kit.call('uploadFile', { as, body: formOf(`${MARK}-2.pdf`, smallPdf()) })) }
  expectStatus(await kit.call('deleteFile', { as, params }), 204)
  expectStatus(await kit.call('downloadFile', { as, params }), 404, '已删除的文件')
  return undefined
}

const check = (
  name: string,
  expects: string,
  source: string,
  run: Check['run'],
  more: Partial<Check> = {},
): Check => ({
  id: `files.${name}`,
  level,
  expects,
  source,
  needs: ['any'],
  run,
  ...more,
})

export const fileChecks: readonly Check[] = [
  check('type', '文件的内容类型与接口文档一致', '各接口的 content', (kit) =>
    eachDownload(kit, ({ answer, operation }) => {
      const known = Object.keys(operation.success.content)
      return known.includes(typeOf(answer))
        ? undefined
        : `内容类型应为 ${known.join(' 或 ')}，实为 ${typeOf(answer)}`
    }),
  ),
  check(
    'name',
    '以 Content-Disposition 给出文件名（RFC 6266，filename*）',
    'Xlsx、Pdf 等的 Content-Disposition',
    (kit) =>
      eachDownload(kit, ({ answer }) =>
        NAME.test(answer.headers.get('content-disposition') ?? '')
          ? undefined
          : '没有 attachment 与 filename*=UTF-8',
      ),
  ),
  check('content', '内容与类型相符，不是错误信息', 'Xlsx、Pdf 等', (kit) =>
    eachDownload(kit, ({ answer, magic }) => {
      if (answer.bytes.byteLength === 0) return '文件是空的'
      const start = new TextDecoder('latin1').decode(answer.bytes.subarray(0, magic.length))
      return start === magic ? undefined : `内容不以 ${magic} 开头`
    }),
  ),
  check('available', '文件可以下载', '各下载接口', async (kit) =>
    (await downloads(kit)).flatMap(({ answer }) =>
      answer.status === 200 ? [] : [deviationOf(answer, `应为 200，实为 ${answer.status}`)],
    ),
  ),
  check('missing', '不存在的文件回复 404 与 JSON 错误', 'downloadFile', async (kit) => {
    const as = kit.who('any')
    const answer = await kit.call('downloadFile', { as, params: { id: 9_007_199_254_740_991 } })
    expectStatus(answer, 404)
    return void expectThat(answer, answer.isJson, '拒绝时应为 JSON，而不是文件')
  }),
  check('round-trip', '上传后下载的内容、大小与文件名相同', 'uploadFile、downloadFile', checkRoundTrip, {
    writes: true,
  }),
  check('invisible', '其他单位的文件回复 404', 'downloadFile', checkInvisible, { writes: true }),
  check('delete', '删除后为 404', 'deleteFile', checkDelete, { writes: true }),
  check(
    'content-refused',
    '内容与扩展名不符的文件被拒绝',
    'uploadFile，规则 V-004',
    async (kit) => {
      const body = formOf(`${MARK}.pdf`, new TextEncoder().encode('不是 PDF'))
      return void expectStatus(await kit.call('uploadFile', { as: kit.who('any'), body }), [400, 415])
    },
    { writes: true },
  ),
]
