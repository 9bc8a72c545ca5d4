import { screen, waitFor, within } from '@testing-library/dom'
import { example, type ReplyOf, refuse } from '@xinchu/testing'
import { beforeEach, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const batches = [
  { batchYear: 2026, batchNo: 2, phase: 'APPLICATION' as const, mine: 0 },
  { batchYear: 2026, batchNo: 1, phase: 'REVIEW' as const, mine: 4 },
  { batchYear: 2025, batchNo: 3, phase: 'ANNOUNCED' as const, mine: 0 },
]
beforeEach(() => {
  on('listDemoBatches', batches)
})

const GROUPS = '/demonstration/excellent/group'
const RESULTS = '/demonstration/excellent/result'
const PUBLICITY = '/demonstration/publicity/index'
const SEARCH = '?year=2026&batch=1'

type Plan = ReplyOf<'getAssignPlan'>

const member = (userId: number, realName: string) => ({
  userId,
  realName,
  workUnit: `${realName}研究院`,
  specialty: ['1'],
})
const group = {
  ...example('findGroupExperts').groups[0],
  id: 301,
  version: 0,
  groupName: '第一组',
  batchYear: 2026,
  batchNo: 1,
  stage: 'PRIMARY' as const,
  leaderId: 501,
  experts: [member(501, '陈立群'), member(502, '宋文静'), member(503, '何志远')],
  projectIds: [2001, 2002],
}

const plan: Plan = {
  id: 9,
  version: 3,
  groupId: 301,
  stage: 'PRIMARY',
  seed: '2026-1-PRIMARY-301',
  perProject: 2,
  conflictVersion: 3,
  stale: false,
  projects: [
    { id: 2001, projectName: '盐池县全钒液流' },
    { id: 2002, projectName: '潜江市钠离子' },
  ],
  cells: [
    { projectId: 2001, expertId: 501, fit: 'MAIN', locked: false, byHand: false },
    { projectId: 2001, expertId: 502, fit: 'SECOND', locked: false, byHand: false },
    { projectId: 2002, expertId: 501, fit: 'MAIN', locked: false, byHand: false },
    { projectId: 2002, expertId: 502, fit: 'ACROSS', locked: false, byHand: false },
  ],
  excluded: [{ projectId: 2002, expertId: 503, code: 'C-03' }],
  shortages: [],
  loads: [
    { expertId: 501, realName: '陈立群', load: 2, limit: 10 },
    { expertId: 502, realName: '宋文静', load: 2, limit: 10 },
    { expertId: 503, realName: '何志远', load: 0, limit: 10 },
  ],
  fitCost: 7,
  changed: 0,
  digest: 'ab'.repeat(32),
  createBy: 'platform',
  createTime: '2026-09-01 08:20:07',
}

function answerGroups(): void {
  on('findGroupExperts', () => ({ groups: [group], members: [], candidates: [] }))
  on('listConflictPolicies', () => example('listConflictPolicies'))
  on('listExperts', { content: [], totalElements: 0 })
  on('listSeedRequests', [])
}

const pair = (state: 'EXCLUDED' | 'PENDING', realName: string, expertId: number) => ({
  projectId: 2002,
  demoCode: 'DEMO202601002',
  projectName: '潜江市钠离子',
  expertId,
  realName,
  state,
  code: 'C-02',
  hits: [
    {
      id: expertId,
      code: 'C-02',
      effect: 'JUDGE' as const,
      wording: '单位名称相近（0.82）',
      expertValue: '西北电力试验研究院',
      projectValue: '西北电力试验研究分院',
      policyNo: 3,
      computedAt: '2026-09-01 08:20:07',
    },
  ],
})

test('a pair in doubt is cleared only with a reason of ten characters', async () => {
  answerGroups()
  on('getGroupConflicts', {
    groupId: 301,
    version: 1,
    policyNo: 3,
    computedAt: '2026-09-01 08:20:07',
    stale: false,
    pairs: 6,
    excluded: 1,
    pending: 1,
    content: [pair('EXCLUDED', '宋文静', 502), pair('PENDING', '何志远', 503)],
  })
  const sent = on('decideConflict', () => ({ ...pair('PENDING', '何志远', 503), state: 'CLEARED' as const }))
  const user = await open(`${GROUPS}${SEARCH}&tab=conflicts`, 'platform')
  await user.click(await screen.findByRole('button', { name: '不排除 何志远 与 潜江市钠离子' }))
  const dialog = within(await screen.findByRole('dialog'))
  const clear = dialog.getByRole<HTMLButtonElement>('button', { name: '不排除' })
  expect(clear.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox'), '两家单位无隶属与投资关系，已核实')
  await user.click(clear)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ groupId: 301, projectId: 2002, expertId: 503, excluded: false })
})

test('changes the plan by keyboard: arrows, space, and Ctrl+Z', async () => {
  answerGroups()
  on('getAssignPlan', () => plan)
  on('getGroupConflicts', () => example('getGroupConflicts'))
  const sent = on('changeAssignPlan', () => plan)
  const user = await open(`${GROUPS}${SEARCH}&tab=plan`, 'platform')
  const first = await screen.findByRole('button', { name: '陈立群，盐池县全钒液流，主专业' })
  first.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('何志远，盐池县全钒液流，未分配')
  await user.keyboard(' ')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body.cells).toEqual([{ expertId: 503, projectId: 2001, assigned: true }])
  await user.keyboard('{ArrowRight} ')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('何志远，潜江市钠离子，排除 C-03')
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body.cells).toEqual([{ expertId: 503, projectId: 2001, assigned: false }])
})

test('a stale plan cannot be applied and says which version is newer', async () => {
  answerGroups()
  on('getAssignPlan', () => ({ ...plan, stale: true, currentConflictVersion: 4 }))
  on('getGroupConflicts', () => example('getGroupConflicts'))
  await open(`${GROUPS}${SEARCH}&tab=plan`, 'platform')
  expect(await screen.findAllByText('冲突数据已更新（v3 → v4），请重新计算')).toHaveLength(2)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^应用方案/ }).disabled).toBe(true)
})

test('sealed results say that they are sealed, and nothing else', async () => {
  on('getReviewResults', { batchYear: 2026, batchNo: 1, stage: 'EXCELLENT', opened: false })
  await open(`${RESULTS}${SEARCH}`, 'nation')
  expect(await screen.findByText('评分封存中，启封后显示')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: /拟入选/ })).toBeNull()
})

const opinion = (expertNo: number, conclusion: '1' | '2', text: string) => ({
  expertNo,
  conclusion,
  conclusionLabel: conclusion === '1' ? '建议通过' : '修改后通过',
  opinion: text,
  comments: [{ indexName: '消防与热失控防护', fullScore: 8, score: 4, comment: '缺少舱级灭火试验' }],
})

const score = (expertNo: number, total: number, dropped?: 'HIGHEST' | 'LOWEST') => ({
  expertNo,
  total,
  recommend: true,
  outlier: false,
  ...(dropped ? { dropped } : {}),
})

test('opened results strike the dropped scores and draw the line after the quota', async () => {
  const row = {
    projectId: 2001,
    demoCode: 'DEMO202601017',
    projectName: '泰来县先进压缩空气',
    status: '9' as const,
    scores: [score(1, 91), score(2, 88.5), score(3, 90), score(4, 86, 'LOWEST'), score(5, 92.5, 'HIGHEST')],
    rank: 1,
    trimmedAvg: 89.8333,
    avg: 89.6,
    safety: 22.3,
    spread: 6.5,
    recommendCount: 5,
    reasons: ['去掉 86、92.5'],
    tied: false,
    withinQuota: true,
    outcome: 'PROPOSED' as const,
    outcomeLabel: '建议拟入选',
    conclusionText: '建议通过 1，修改后通过 1',
    opinions: [opinion(1, '1', '技术路线成熟，建议入选'), opinion(2, '2', '安全论证不足，补充后可入选')],
  }
  const second = {
    ...row,
    projectId: 2002,
    demoCode: 'DEMO202601023',
    projectName: '盐池县全钒液流',
    rank: 2,
    withinQuota: false,
    outcome: 'NOT_PROPOSED' as const,
    outcomeLabel: '建议未入选',
  }
  on('getReviewResults', {
    batchYear: 2026,
    batchNo: 1,
    stage: 'EXCELLENT',
    opened: true,
    openedAt: '2026-10-30 16:00:00',
    groups: [
      {
        groupId: 302,
        groupName: '技术创新类甲组',
        excellentType: '1',
        quota: 1,
        experts: [1, 2, 3, 4, 5].map((expertNo) => ({ expertNo, sheets: 2, bias: 0.1667 })),
        rows: [row, second],
      },
    ],
  })
  on('getPreferredDetails', () => example('getPreferredDetails'))
  on('getAssessCatalogue', [])
  on('checkScoreSeal', { sheets: 5, matching: 5, genuine: true, message: '5 份摘要与提交时一致' })
  const user = await open(`${RESULTS}${SEARCH}`, 'nation')
  const table = within(await screen.findByRole('region', { name: '技术创新类甲组名次表' }))
  expect(table.getAllByText('（最高，不计）')).toHaveLength(2)
  expect(table.getByText('入选线 · 名额 1')).toBeDefined()
  expect(await screen.findByText('5 份摘要与提交时一致')).toBeDefined()
  const details = within(screen.getByRole('region', { name: '评分详情' }))
  const opinions = within(details.getByRole('region', { name: '泰来县先进压缩空气专家意见' }))
  expect(opinions.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '专家1建议通过技术路线成熟，建议入选分项评语 1 条消防与热失控防护 4 / 8缺少舱级灭火试验',
    '专家2修改后通过安全论证不足，补充后可入选分项评语 1 条消防与热失控防护 4 / 8缺少舱级灭火试验',
  ])
  expect(table.getAllByText('建议通过 1，修改后通过 1')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: '确定拟入选（1）…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/拟入选 1 项/, { selector: 'h3' })).toBeDefined()
  const sent = on('updateDemoStatuses', ({ body }) => ({ succeeded: body.ids, failed: [] }))
  const decide = dialog.getByRole<HTMLButtonElement>('button', { name: '确定拟入选 1 项' })
  const feedback = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /反馈意见：盐池县全钒液流/ })
  // The opinions are written out already, without numbers, and are too short.
  expect(feedback.value.split('\n').toSorted()).toEqual([
    '安全论证不足，补充后可入选',
    '技术路线成熟，建议入选',
  ])
  expect(dialog.getByText('“盐池县全钒液流”反馈意见还需 26 字')).toBeDefined()
  await user.click(decide)
  expect(await dialog.findByText('还需 26 字')).toBeDefined()
  expect(sent).toHaveLength(0)
  expect(dialog.getByRole('region', { name: '盐池县全钒液流专家意见' })).toBeDefined()
  await user.type(feedback, '；请补充舱级灭火试验报告，完善热失控联锁与应急预案后再行申报')
  // What was typed is asked for before it is left, and is there again.
  await user.click(dialog.getByRole('button', { name: '取消' }))
  await user.click(await dialog.findByRole('button', { name: '继续填写' }))
  await user.click(dialog.getByRole('button', { name: '确定拟入选 1 项' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent.map(({ body }) => [body.action, body.ids])).toEqual([
    ['EXCELLENT_PASS', [2001]],
    ['EXCELLENT_FAIL', [2002]],
  ])
  expect(sent[1]?.body.feedback).toMatchObject([{ id: 2002, text: feedback.value }])
})

test('the announcement waits for the answers to objections, and an upheld one asks again', async () => {
  const project = { id: 2001, demoCode: 'DEMO202601017', projectName: '泰来县先进压缩空气', announced: false }
  const publicity = {
    batchYear: 2026,
    batchNo: 1,
    startTime: '2026-01-01 00:00:00',
    endTime: '2026-01-08 00:00:00',
  }
  on('listPublicDemos', { batches: [publicity], publicity, open: false, content: [project] })
  on('listDemoProjects', { content: [], totalElements: 0 })
  on('listDemoObjections', {
    content: [
      {
        ...{ id: 5, version: 3, projectId: 2001, demoCode: 'DEMO202601017' },
        ...{ projectName: '泰来县先进压缩空气', text: '反映接入意见与备案地址不一致' },
        ...{ status: 'VERIFIED', statusLabel: '待答复', overdue: false },
        ...{ receivedAt: '2026-01-03 15:20:00', dueAt: '2026-01-09 23:59:59' },
        ...{ actions: ['ANSWER', 'RETURN'], history: [] },
      },
    ],
    totalElements: 1,
    waiting: 1,
  })
  const sent = on('stepObjection', () => example('stepObjection'))
  const user = await open(`${PUBLICITY}${SEARCH}`, 'nation')
  const announce = await screen.findByRole<HTMLButtonElement>('button', { name: '公布（异议待答复 1 件）' })
  expect(announce.disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: '答复 泰来县先进压缩空气' }))
  const dialog = within(await screen.findByRole('dialog', { name: /答复异议/ }))
  await user.selectOptions(dialog.getByRole('combobox', { name: /结论/ }), '成立，取消拟入选资格')
  const text = '经核实接入意见与备案地址不是同一地块，所提异议成立。'
  await user.type(dialog.getByRole('textbox', { name: /答复/ }), text)
  await user.click(dialog.getByRole('button', { name: '下一步' }))
  const again = within(await screen.findByRole('dialog', { name: /取消“泰来县先进压缩空气”的拟入选资格/ }))
  const confirm = again.getByRole<HTMLButtonElement>('button', { name: '确认取消资格' })
  expect(confirm.disabled).toBe(true)
  await user.type(again.getByRole('textbox', { name: /取消原因/ }), '接入意见与备案地址不一致')
  await user.click(again.getByRole('checkbox', { name: '已核对项目编号 DEMO202601017' }))
  expect(sent).toHaveLength(0)
  await user.click(confirm)
  await waitFor(() =>
    expect(sent[0]?.body).toEqual({
      ...{ id: 5, version: 3, action: 'ANSWER', conclusion: 'UPHELD', text },
      ...{ cancelReason: '接入意见与备案地址不一致', demoCode: 'DEMO202601017' },
    }),
  )
})

test('another seed is asked for with a reason, and computed by once the nation has agreed', async () => {
  answerGroups()
  on('getAssignPlan', () => plan)
  on('getGroupConflicts', () => example('getGroupConflicts'))
  const request = {
    id: 81,
    groupId: 301,
    seed: '2026-1-PRIMARY-301-2',
    reason: '原方案在应用前泄露，须重新分配',
    askedBy: 'platform',
    askedAt: '2026-06-10 10:00:00',
  }
  const asked = on('askSeed', () => request)
  const user = await open(`${GROUPS}${SEARCH}&tab=plan`, 'platform')
  const seed = within(await screen.findByRole('region', { name: '随机种子' }))
  await user.click(seed.getByRole('button', { name: '申请更换…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /理由/ }), request.reason)
  on('listSeedRequests', [{ ...request, agreed: true, decidedAt: '2026-06-10 11:00:00' }])
  const computed = on('computeAssignPlan', () => ({ ...plan, seed: request.seed }))
  await user.click(dialog.getByRole('button', { name: '提交申请' }))
  await user.click(await seed.findByRole('button', { name: '按新种子计算' }))
  await waitFor(() => expect(computed[0]?.body).toMatchObject({ groupId: 301, seed: request.seed }))
  expect(asked[0]?.body).toEqual({ groupId: 301, seed: request.seed, reason: request.reason })
})

test('conflicts that data have overtaken are computed again at once', async () => {
  answerGroups()
  const state = {
    groupId: 301,
    version: 1,
    policyNo: 3,
    stale: true,
    pairs: 6,
    excluded: 0,
    pending: 0,
    content: [],
  }
  const conflicts = on('getGroupConflicts', () => state)
  const computed = on('computeConflicts', () => {
    on('getGroupConflicts', { ...state, version: 2, stale: false })
    return { ...state, version: 2, stale: false }
  })
  await open(`${GROUPS}${SEARCH}&tab=conflicts`, 'platform')
  expect(await screen.findByText('本组 6 对均无冲突')).toBeDefined()
  await waitFor(() => expect(computed).toHaveLength(1))
  expect(conflicts.length).toBeGreaterThan(0)
})

test('thresholds of the policy are changed as a new version with a reason', async () => {
  answerGroups()
  on('getGroupConflicts', () => ({ ...example('getGroupConflicts'), stale: false }))
  const [policy] = example('listConflictPolicies')
  const rule = { enabled: true, effect: 'JUDGE' as const, wording: '单位名称相近（{值}）' }
  const codes = [
    'C-02',
    'C-01',
    'C-03',
    'C-04',
    'C-05',
    'C-06',
    'C-07',
    'C-08',
    'C-09',
    'C-10',
    'C-11',
  ] as const
  const rules = codes.map((code) => ({
    ...rule,
    code,
    ...(code === 'C-02' ? { threshold: 0.75, excludeFrom: 0.9 } : {}),
  }))
  on('listConflictPolicies', [
    {
      ...policy,
      no: 1,
      rules,
      reason: '初始',
      proposedBy: 'x',
      proposedAt: '2026-01-01 00:00:00',
      current: true,
    },
  ])
  const sent = on('proposeConflictPolicy', () => example('proposeConflictPolicy'))
  const user = await open(`${GROUPS}${SEARCH}&tab=conflicts`, 'platform')
  await user.click(await screen.findByRole('button', { name: '编辑' }))
  const field = screen.getByRole('textbox', { name: 'C-02 排除的最低相似度' })
  await user.clear(field)
  await user.type(field, '0.85')
  await user.click(screen.getByRole('button', { name: '提出新版本…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), '院所改制后名称相近的较多')
  await user.click(dialog.getByRole('button', { name: '提出' }))
  await waitFor(() => expect(sent[0]?.body.rules[0]).toMatchObject({ threshold: 0.75, excludeFrom: 0.85 }))
})

test('the address names the batch in one value, and older addresses are read', async () => {
  const asked = on('getReviewResults', ({ query }) => ({
    batchYear: Number(query['batchYear']),
    batchNo: Number(query['batchNo']),
    stage: 'EXCELLENT' as const,
    opened: false,
  }))
  const user = await open(`${RESULTS}?year=2026&batch=2`, 'nation')
  expect(await screen.findByText(/2026年第二批/, { selector: 'p' })).toBeDefined()
  await screen.findByRole('option', { name: /2025年第三批/ })
  await user.selectOptions(screen.getByRole('combobox', { name: '批次' }), '2025-3')
  expect(await screen.findByText(/2025年第三批/, { selector: 'p' })).toBeDefined()
  expect(location.search).toContain('batch=2025-3')
  expect(location.search).not.toContain('year=')
  expect(asked.length).toBeGreaterThan(1)
})

test.each([
  ['the newest with open tasks', batches, /2026年第一批/],
  ['the newest if none has any', batches.map((each) => ({ ...each, mine: 0 })), /2026年第二批/],
])('without a batch in the address the page opens %s', async (_which, known, title) => {
  on('listDemoBatches', known)
  on('getReviewResults', ({ query }) => ({
    batchYear: Number(query['batchYear']),
    batchNo: Number(query['batchNo']),
    stage: 'EXCELLENT' as const,
    opened: false,
  }))
  await open(RESULTS, 'nation')
  expect(await screen.findByText(title, { selector: 'p' })).toBeDefined()
  const choice = screen.getByRole('combobox', { name: '批次' })
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['2026年第二批 · 申报', '2026年第一批 · 评审', '2025年第三批 · 已公布'])
})

test('without any batch the page says so', async () => {
  on('listDemoBatches', [])
  await open(RESULTS, 'nation')
  expect(await screen.findByText('还没有示范项目申报批次')).toBeDefined()
})

test('the platform adds an expert, whose first password is shown once', async () => {
  answerGroups()
  const { expert } = example('createExpert')
  const sent = on('createExpert', () => ({
    ...{ id: 501, username: 'expert_31', initialPassword: 'Kd83mQ2x' },
    expert,
  }))
  const user = await open(`${GROUPS}${SEARCH}&tab=pool`, 'platform')
  await user.click(await screen.findByRole('button', { name: '新增专家' }))
  const form = within(await screen.findByRole('dialog', { name: '新增专家' }))
  await user.click(form.getByRole('button', { name: '增加' }))
  expect(sent).toHaveLength(0)
  await user.type(form.getByRole('textbox', { name: /^登录账号/ }), 'expert_31')
  await user.type(form.getByRole('textbox', { name: /^姓名/ }), '何志远')
  await user.type(form.getByRole('textbox', { name: /^手机号/ }), '13900139031')
  await user.type(form.getByRole('textbox', { name: /^工作单位/ }), '西北电力试验研究院')
  await user.click(form.getByRole('button', { name: '增加' }))
  const done = within(await screen.findByRole('dialog', { name: '专家已增加' }))
  expect(done.getByText('Kd83mQ2x')).toBeDefined()
  expect(sent[0]?.body).toMatchObject({
    ...{ username: 'expert_31', realName: '何志远', phone: '13900139031' },
    ...{ workUnit: '西北电力试验研究院', available: true },
  })
  await user.click(done.getByRole('button', { name: '完成' }))
  expect(screen.queryByText('Kd83mQ2x')).toBeNull()
})

test('a person who is in the pool is refused at his field, and the form keeps what was typed', async () => {
  answerGroups()
  const message = '专家库中已有该身份证号的专家'
  on('createExpert', () => refuse(409, message, { code: 'A-016', errors: [{ field: 'idCard', message }] }))
  const user = await open(`${GROUPS}${SEARCH}&tab=pool`, 'platform')
  await user.click(await screen.findByRole('button', { name: '新增专家' }))
  const form = within(await screen.findByRole('dialog', { name: '新增专家' }))
  await user.type(form.getByRole('textbox', { name: /^登录账号/ }), 'expert_31')
  await user.type(form.getByRole('textbox', { name: /^姓名/ }), '何志远')
  await user.type(form.getByRole('textbox', { name: /^手机号/ }), '13900139031')
  await user.type(form.getByRole('textbox', { name: /^身份证号/ }), '11010519491231002X')
  await user.click(form.getByRole('button', { name: '增加' }))
  expect((await form.findAllByText(message)).length).toBeGreaterThan(0)
  expect(form.getByRole<HTMLInputElement>('textbox', { name: /^姓名/ }).value).toBe('何志远')
})

test('the nation reads the pool and adds nobody', async () => {
  answerGroups()
  await open(`${GROUPS}${SEARCH}&tab=pool`, 'nation')
  await screen.findByRole('region', { name: '专家库' })
  expect(screen.queryByRole('button', { name: '新增专家' })).toBeNull()
})
