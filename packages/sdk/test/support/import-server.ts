import type { BatchResult, GeneralItemsResult, ImportBatch } from '@xinchu/sdk'
import document from '@xinchu/sdk/openapi.json' with { type: 'json' }
import { json, refusal, startServer } from './server.ts'

export const NAME = '新型储能项目.xlsx'

const batchOf = (state: string, counts: object = {}) => ({
  id: 71,
  fileName: NAME,
  state,
  stateLabel: state,
  mode: 'partial',
  dryRun: false,
  totalRows: 3,
  parsedRows: 3,
  okRows: 2,
  warnRows: 0,
  errorRows: 1,
  repeatRows: 0,
  committedRows: 0,
  createTime: '2026-03-01 09:30:00',
  ...counts,
})

const errorRow = {
  batchId: 71,
  rowNo: 18,
  state: 'ERROR',
  stateLabel: '有错误',
  raw: { contactPhone: '1380013800' },
  errors: [
    {
      column: 'U',
      field: 'contactPhone',
      caption: '联系电话',
      code: 'F-003',
      message: '第18行【联系电话】：请输入正确格式的电话号码',
    },
  ],
  warnings: [],
}

/** A demonstration project that lacks one attachment. */
const demo = {
  id: 2001,
  demoCode: 'DEMO202601001',
  projectName: '盐池构网示范',
  provinceCode: '640000',
  provinceName: '宁夏回族自治区',
  statusLabel: '草稿',
  actions: ['SUBMIT'],
  partStatus: { missing: ['示范项目接入意见未上传'] },
  flow: {
    history: [
      {
        time: '2026-03-01 09:30:00',
        orgName: '盐池一号储能有限公司',
        action: 'SUBMIT',
        actionLabel: '提交',
        toStatusLabel: '待推荐单位审核',
      },
    ],
  },
}
const MISSING = {
  id: 2001,
  code: 'M-011',
  message: '还差 1 项：示范项目接入意见未上传',
  errors: [{ field: 'DEMO_GRID', caption: '示范项目接入意见', message: '未上传' }],
}

/** The contract's own example. */
const BOOK = document.paths['/api/rules'].get.responses['200'].content['application/json'].example

const question = {
  ...{ field: 'ratedPower', caption: '额定功率', code: 'C-023', original: '100MW', firstRow: 6 },
  message: '“100MW”带有单位，是否为 100 MW？',
  choices: [{ choice: '100', text: '100 MW' }],
}

interface Options {
  errorRows?: number
  mode?: 'partial' | 'atomic'
  /** Only provinces may list rows here, as for the administrator. */
  onlyProvince?: boolean
  fails?: boolean
  /** Rows with cells to confirm. */
  askedRows?: number
  /** Every row looks like a project that is there already. */
  onlyRepeats?: boolean
  /** Counts of the written rows. An earlier release sends none. */
  outcome?: Pick<ImportBatch, 'created' | 'changed' | 'changes' | 'same' | 'kept'>
  /** The file was imported before. */
  isEarlier?: boolean
  /** `messages.getUnreadCount` is never answered. */
  hangs?: boolean
  /** A log-in without captcha is refused. */
  captcha?: boolean
  /** Codes of the account's second factor that are accepted. */
  otps?: readonly string[]
  /** The reply to a submission. */
  submission?: BatchResult
  /** The reply to saved quarterly reports. */
  saving?: GeneralItemsResult
  /** The checked rows, of a plan and of its rows once they are sent again. */
  rows?: { planned: readonly object[]; now: readonly object[] }
  /** A draft is changed between the last check and the commit, which fails. */
  movesAtLast?: boolean
  /** The platform asks what a column is, unless a map comes with the file. */
  asks?: boolean
  /** Answers a call with an error body in place of its reply. */
  refuses?: (route: string) => { status: number; message: string; code?: string } | undefined
  /** How many events there are, of which a reader gets two at a time. */
  events?: number
}

/** A page of events. */
function eventsAfter(after: number, last: number) {
  const content = [1, 2].flatMap((step) =>
    after + step > last
      ? []
      : [{ position: after + step, kind: 'project.changed', subject: 'project', recordId: 1001 }],
  )
  const next = after + content.length
  return { content, next, head: last, more: next < last }
}

/** A file with a column that may be the rated power. */
const reading = {
  sheets: [{ name: '台账', rows: 3, table: true, chosen: true }],
  columns: [
    {
      column: 'A',
      key: '站名',
      heading: '站名',
      samples: [],
      field: 'projectName',
      certainty: 'SURE',
      questions: [],
    },
    {
      column: 'B',
      key: '装机规模',
      heading: '装机规模',
      samples: ['10'],
      field: 'ratedPower',
      certainty: 'MAYBE',
      unit: '万千瓦',
      questions: [{ code: 'C-074', message: '“装机规模”是否指“额定功率”？' }],
    },
    { column: 'C', key: '风险等级', heading: '风险等级', samples: [], questions: [] },
  ],
  fields: [],
  questions: [],
  notes: [],
  map: {
    version: 1,
    sheet: '台账',
    columns: {
      站名: { field: 'projectName' },
      装机规模: { field: 'ratedPower', unit: '万千瓦' },
      风险等级: {},
    },
  },
  saved: false,
}

const remark = {
  id: 71,
  entity: 'PROJECT',
  entityId: 1001,
  entityName: '盐池县高沙窝储能电站',
  field: 'ratedEnergy',
  fieldLabel: '额定能量',
  value: '240 MWh',
  currentValue: '240 MWh',
  text: '备案证为 200 MWh，请核对',
  origin: 'PERSON',
  level: 5,
  status: '0',
  statusLabel: '待答复',
  raisedBy: '盐池县能源主管部门 县级审核员',
  raisedAt: '2026-11-22 10:41:00',
  submissionNo: 1,
  notes: [],
  closable: false,
}

/** The part of the platform that the command line and the import helpers use. */
export async function startImportServer({
  errorRows = 1,
  askedRows = 0,
  mode = 'partial',
  ...options
}: Options = {}) {
  const repeatRows = options.onlyRepeats ? 3 - errorRows : 0
  const okRows = 3 - errorRows - repeatRows - askedRows
  const counts = { errorRows, askedRows, okRows, repeatRows, mode }
  let isCommitting = false
  let isRepeatWanted = false
  let isPlanned = false
  let isMapped = false
  let asked = 0
  const file = (response: Parameters<Parameters<typeof startServer>[0]>[1], name: string) =>
    response
      .writeHead(200, {
        'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'Content-Disposition': `attachment; filename="x.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`,
      })
      .end('PK')
  return startServer(({ method, path, authorization, body }, response) => {
    const [route = ''] = path.split('?')
    const refused = options.refuses?.(route)
    if (refused)
      return json(response, refused.status, { ...refusal(refused.status, refused.message), ...refused })
    if (route === '/auth/login') {
      const form = JSON.parse(body)
      if (form.password !== 'Abc12345')
        return json(response, 400, { ...refusal(400, '账号或密码有误'), code: 'A-004' })
      if (options.captcha && form.code !== '7')
        return json(response, 400, { ...refusal(400, '验证码有误'), code: 'A-003' })
      if (options.otps && form.otp === undefined)
        return json(response, 400, { ...refusal(400, '请输入动态验证码'), code: 'S-001' })
      if (options.otps && !options.otps.includes(form.otp))
        return json(response, 400, { ...refusal(400, '动态验证码不正确或已使用'), code: 'S-002' })
      const user = {
        user: { id: 31, username: form.username, realName: '李明', roles: [{ id: 6, name: '企业' }] },
        roles: [],
      }
      return json(response, 200, {
        flag: 'not',
        token: 'Bearer t1',
        refreshToken: 'r1',
        randomNumber: '1',
        user,
      })
    }
    if (route === '/api/events') {
      const after = Number(new URLSearchParams(path.split('?')[1]).get('after') ?? 0)
      return json(response, 200, eventsAfter(after, options.events ?? 0))
    }
    if (route === '/auth/code') {
      return json(response, 200, { img: `data:image/svg+xml;base64,${btoa('<svg/>')}`, uuid: 'u1' })
    }
    if (route === '/api/rules') return json(response, 200, BOOK)
    if (route === '/auth/logout') return void response.writeHead(204).end()
    if (authorization !== 'Bearer t1') return json(response, 401, refusal(401, '登录过期，请重新登录'))
    if (route === '/auth/info') {
      return json(response, 200, {
        user: {
          id: 31,
          username: 'qiye001',
          realName: '李明',
          companyName: '盐池一号储能有限公司',
          roles: [{ id: 6, name: '企业' }],
        },
        roles: [],
      })
    }
    if (route === '/api/esProject/projectTemplate') return void file(response, '新型储能项目导入模板.xlsx')
    if (route === '/api/esProject/downloadPdf') return void file(response, '项目报送表.pdf')
    if (route === '/api/statistics/bulletin') return void file(response, '季度通报.pdf')
    if (route === '/api/esProject/downloadProject') return void file(response, NAME)
    if (route === '/api/esProject/queryCustom') {
      const row = {
        id: 1,
        version: 0,
        projectName: '盐池县高沙窝储能电站',
        provinceCode: '640000',
        provinceName: '宁夏回族自治区',
        buildStatus: '4',
      }
      return json(response, 200, { content: [row], totalElements: 1 })
    }
    if (route === '/api/messagePush/unreadCount' && options.hangs) return
    if (route === '/api/esProject/importProject') {
      isPlanned = body.startsWith('{')
      isMapped = body.includes('name="map"')
      asked = 0
      const earlier = batchOf('DONE', { ...counts, committedRows: 2 })
      return json(response, 202, options.isEarlier ? earlier : batchOf('UPLOADED', counts))
    }
    if (route.endsWith('/questions'))
      return json(response, 200, { groups: [{ ...question, count: askedRows }], totalElements: 1 })
    if (route.endsWith('/reading') && method === 'PUT') isMapped = true
    if (route.endsWith('/reading'))
      return json(response, 200, method === 'GET' ? reading : batchOf('PARSING', counts))
    if (route.endsWith('/cancel')) return json(response, 200, batchOf('CANCELLED', counts))
    if (route.endsWith('/commit')) {
      isCommitting = true
      isRepeatWanted = JSON.parse(body || '{}').skipRepeat === false
      asked = 0
      return json(response, 202, batchOf('COMMITTING', counts))
    }
    if (route === '/api/esProject/importBatch/71' && method === 'GET') {
      asked += 1
      if (asked < 2) return json(response, 200, batchOf(isCommitting ? 'COMMITTING' : 'VALIDATING', counts))
      if (options.asks && !isMapped) return json(response, 200, batchOf('ASKING', counts))
      if (options.fails)
        return json(response, 200, batchOf('FAILED', { ...counts, message: '工作簿无法读取' }))
      if (isCommitting && options.movesAtLast)
        return json(response, 200, batchOf('FAILED', { ...counts, message: '没有写入任何行' }))
      // Written rows are no longer counted as repeats.
      const left = isRepeatWanted ? 0 : repeatRows
      const committedRows = counts.okRows + repeatRows - left
      const done = { ...counts, ...options.outcome, repeatRows: left, committedRows }
      return json(response, 200, isCommitting ? batchOf('DONE', done) : batchOf('READY', counts))
    }
    if (route === '/api/esProject/submitProject') return json(response, 200, options.submission)
    if (route === '/api/esProject/addGeneralItems') return json(response, 200, options.saving)
    if (route === '/api/esDemonstrationProject/list')
      return json(response, 200, { content: [demo], totalElements: 1 })
    if (route === '/api/esDemonstrationProject/esProjectOne') return json(response, 200, demo)
    if (route === '/api/esDemonstrationProject/updateBath')
      return json(response, 200, { succeeded: [], failed: [MISSING] })
    if (route === '/api/review/remarks') return json(response, 200, { content: [remark], totalElements: 1 })
    if (route === '/api/review/remarks/answer') {
      const [{ answer }] = JSON.parse(Buffer.from(body, 'latin1').toString()).items
      return json(response, 200, [{ ...remark, answer, status: '1', statusLabel: '已答复' }])
    }
    if (route.endsWith('/errorFile')) return void file(response, '错误明细.xlsx')
    if (route === '/api/esProject/esProjectDrList' && options.onlyProvince)
      return json(response, 403, refusal(403, '您没有权限办理此事项'))
    if (/DrList$/.test(route) && options.rows) {
      const all = isPlanned ? options.rows.now : options.rows.planned
      const wanted = new URLSearchParams(path.split('?')[1]).get('state')
      // Rows without a state stand for any.
      const rows = all.filter((row) => !wanted || !('state' in row) || row.state === wanted)
      return json(response, 200, { content: [], rows, totalElements: rows.length })
    }
    if (/DrList$/.test(route)) {
      return json(response, 200, { content: [], rows: errorRows ? [errorRow] : [], totalElements: errorRows })
    }
    return json(response, 404, refusal(404, '接口不存在'))
  })
}
