import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startCommandLine } from './support/command-line.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const sound = { batchId: 71, stateLabel: '', errors: [], warnings: [] }
const draft = (version: number, ratedPower: [string, string], more: object[] = []) => ({
  projectId: 1001,
  version,
  changes: [
    {
      column: 'H',
      field: 'ratedPower',
      caption: '额定功率',
      oldValue: ratedPower[0],
      newValue: ratedPower[1],
    },
    ...more,
  ],
})
const SAME_DRAFT = { code: 'D-005', message: '第7行【项目名称】：与本单位的草稿相同，写入时更新该草稿' }

const fresh = { ...sound, rowNo: 6, state: 'OK', raw: { projectName: '高沙窝储能站' } }
const changed = {
  ...sound,
  rowNo: 7,
  state: 'WARN',
  raw: { projectName: '青山储能站', ratedPower: '120' },
  warnings: [SAME_DRAFT],
  draft: draft(3, ['100 MW', '120 MW']),
}
const same = {
  ...sound,
  rowNo: 8,
  state: 'WARN',
  raw: { projectName: '白石储能站' },
  draft: { projectId: 1002, version: 0, changes: [] },
}
const refused = {
  ...sound,
  rowNo: 9,
  state: 'ERROR',
  raw: { projectName: '长河储能站' },
  errors: [
    { column: 'U', field: 'contactPhone', caption: '联系电话', value: '1380', code: 'F-003', message: '第9行【联系电话】：请输入正确格式的电话号码' },
  ], // biome-ignore format: one error on a line
}
const repeat = {
  ...sound,
  rowNo: 10,
  state: 'REPEAT',
  raw: { projectName: '红岩储能站' },
  repeats: [{ projectId: 1009, projectName: '红岩一期储能站', score: 82 }],
}
/** The same row among the rows of a plan that are sent. */
const sent = (row: object, rowNo: number) => ({ ...row, rowNo })

async function start(planned: readonly object[], now: readonly object[] = [], options: object = {}) {
  const started = await startCommandLine({ errorRows: 0, rows: { planned, now }, ...options })
  closing.push(started.close)
  await started.login()
  const file = join(started.dir, 'plan.json')
  const { server, xinchu, workbook } = started
  return {
    ...started,
    file,
    plan: () => xinchu(['plan', workbook(), '-o', file]),
    calls: () =>
      server.seen.flatMap(
        ({ path }) => /(importProject|commit|cancel)$/.exec(path.split('?')[0] ?? '')?.[1] ?? [],
      ),
  }
}

describe('xinchu plan', () => {
  test('tells what would be new, changed, the same, refused or a possible repeat', async () => {
    const { plan, file, calls } = await start([fresh, changed, same, refused, repeat])
    const { code, out, err } = await plan()
    expect(code).toBe(1)
    expect(out.split('\n').map((line) => line.split(/\s{2,}/).filter(Boolean))).toEqual([
      ['处理', '行', '项目名称', '列', '列名', '原值', '新值或说明'],
      ['新建', '6', '高沙窝储能站'],
      ['变更', '7', '青山储能站', 'H', '额定功率', '100 MW', '120 MW'],
      ['拒绝', '9', '长河储能站', 'U', '联系电话', '1380', 'F-003 请输入正确格式的电话号码'],
      ['疑似重复', '10', '红岩储能站', '红岩一期储能站（编号 1009，82 分）'],
      [],
    ])
    expect(err).toContain('共 5 行：新建 1，变更 1（1 项），一致 1，拒绝 1，疑似重复 1')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      counts: { new: 1, changed: 1, same: 1, refused: 1, repeat: 1 },
      rows: [
        { row: 6, action: 'new', cells: { projectName: '高沙窝储能站' } },
        { row: 7, action: 'changed', projectId: 1001, version: 3, changes: [{ field: 'ratedPower' }] },
        { row: 8, action: 'same' },
        { row: 9, action: 'refused', errors: [{ code: 'F-003', column: 'U' }] },
        { row: 10, action: 'repeat', repeats: [{ projectId: 1009 }] },
      ],
    })
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(calls()).toEqual(['importProject'])
  })

  test.each([
    ['nothing to do', [same], 0],
    ['changes', [fresh, same], 2],
    ['a possible repeat', [repeat], 2],
    ['a refused row', [fresh, refused], 1],
  ])('ends by what there is: %s', async (_what, rows, expected) => {
    expect((await (await start(rows)).plan()).code).toBe(expected)
  })

  test('as JSON is the plan itself, and a mistake on the command line is no change', async () => {
    const { xinchu, workbook, plan } = await start([fresh])
    expect(JSON.parse((await xinchu(['plan', workbook(), '--json'])).out)).toMatchObject({
      counts: { new: 1 },
    })
    expect((await xinchu(['plan'])).code).toBe(1)
    expect((await xinchu(['plan', '--nothing'])).code).toBe(1)
    await plan()
    expect(await plan()).toMatchObject({ code: 1, err: expect.stringContaining('文件已存在') })
  })
})

describe('xinchu apply', () => {
  /** Plans, and applies with these options. */
  async function applied(
    planned: readonly object[],
    now: readonly object[],
    { argv = [] as string[], ...options } = {} as { argv?: string[]; movesAtLast?: boolean },
  ) {
    const started = await start(planned, now, options)
    await started.plan()
    const done = await started.xinchu(['apply', started.file, ...argv])
    const rows = started.server.seen.flatMap(({ path, body }) =>
      path.endsWith('importProject') && body.startsWith('{')
        ? [JSON.parse(Buffer.from(body, 'latin1').toString())]
        : [],
    )
    return { ...started, ...done, sent: rows[0] }
  }

  test('writes the new and the changed rows, all or none', async () => {
    const now = [sent(fresh, 1), sent(changed, 2)]
    const { code, err, calls, sent: body } = await applied([fresh, changed, same], now)
    expect([code, err]).toEqual([0, '已照计划写入 3 行\n'])
    expect(body).toMatchObject({ mode: 'atomic', rows: [fresh.raw, changed.raw] })
    expect(calls()).toEqual(['importProject', 'importProject', 'commit'])
  })

  test('takes the plan from standard input, as plan --json prints it', async () => {
    const { xinchu, workbook } = await start([fresh], [sent(fresh, 1)])
    const { out } = await xinchu(['plan', workbook(), '--json'])
    expect(await xinchu(['apply', '-'], { typed: out })).toMatchObject({ code: 0 })
    const other = await xinchu(['apply', '-'], { typed: '{}' })
    expect([other.code, other.err]).toEqual([1, '标准输入 不是 xinchu plan 生成的计划\n'])
  })

  test.each([
    ['new', fresh],
    ['changed', changed],
  ])('--only %s leaves out the others', async (only, row) => {
    const { code, sent: body } = await applied([fresh, changed, repeat], [sent(row, 1)], {
      argv: ['--only', only],
    })
    expect(code).toBe(0)
    expect(body.rows).toEqual([row.raw])
  })

  test('refuses a plan whose base has moved, and names rows and fields', async () => {
    const moved = sent({ ...changed, draft: draft(4, ['110 MW', '120 MW']) }, 2)
    const { code, out, err, calls } = await applied([fresh, changed], [sent(fresh, 1), moved])
    expect(code).toBe(1)
    expect(out).toBe('第7行 青山储能站：【额定功率】计划时为 100 MW，现为 110 MW\n')
    expect(err).toBe('计划之后有 1 行发生变化，没有写入任何行；请重新执行 xinchu plan\n')
    expect(calls()).toEqual(['importProject', 'importProject', 'cancel'])
  })

  test.each([
    ['saved without a change of these fields', { ...changed, draft: draft(4, ['100 MW', '120 MW']) }, '对应的草稿已被修改、提交或删除'],
    ['changed in another field', { ...changed, draft: draft(4, ['100 MW', '120 MW'], [{ field: 'address', caption: '详细地址', oldValue: '古城', newValue: '青山乡' }]) }, '【详细地址】计划时为 青山乡，现为 古城'],
    ['already as planned', { ...changed, draft: { projectId: 1001, version: 4, changes: [] } }, '【额定功率】计划时为 100 MW，现为 120 MW'],
    ['deleted', { ...changed, draft: undefined }, '计划为变更，现为新建'],
    ['submitted', { ...repeat, raw: changed.raw }, '计划为变更，现为疑似重复'],
    ['no longer allowed', { ...refused, raw: changed.raw }, '【联系电话】：请输入正确格式的电话号码'],
  ])('refuses a draft that was %s', async (_what, row, words) => {
    const { code, out, calls } = await applied([changed], [sent(row, 1)])
    expect([code, out]).toEqual([1, `第7行 青山储能站：${words}\n`])
    expect(calls()).not.toContain('commit')
  }) // biome-ignore format: one line for each

  test('refuses what was changed while it was being written', async () => {
    const options = { movesAtLast: true, argv: ['--json'] }
    const { code, out } = await applied([changed], [sent({ ...changed }, 1)], options)
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ state: 'refused', written: 0, batch: { state: 'FAILED' } })
  })

  test('asks what becomes of possible repeats', async () => {
    const asked = await applied([fresh, repeat], [sent(fresh, 1)])
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('--skip-repeats') })
    const skipped = await asked.xinchu(['apply', asked.file, '--skip-repeats'])
    expect(skipped.code).toBe(0)
    const kept = await applied([fresh, repeat], [sent(fresh, 1), sent(repeat, 2)], {
      argv: ['--keep-repeats'],
    })
    expect([kept.code, kept.sent.rows.length]).toEqual([0, 2])
    const commit = kept.server.seen.find(({ path }) => path.endsWith('/commit'))
    expect(JSON.parse(commit?.body ?? '')).toMatchObject({ skipRepeat: false })
  })

  test('writes the rest of a plan with refused rows, and says so', async () => {
    const { code, err } = await applied([fresh, refused], [sent(fresh, 1)])
    expect([code, err]).toEqual([4, '已照计划写入 3 行；被拒绝的 1 行未写入\n'])
  })

  test('does nothing where nothing is planned', async () => {
    const { code, err, calls } = await applied([same], [])
    expect([code, err, calls()]).toEqual([0, '计划中没有要写入的行\n', ['importProject']])
  })

  test('refuses another file, and the plan of another server', async () => {
    const { dir, file, plan, xinchu } = await start([fresh])
    const other = join(dir, 'other.json')
    writeFileSync(other, '{"rows":[]}')
    expect(await xinchu(['apply', other])).toMatchObject({
      code: 1,
      err: expect.stringContaining('不是 xinchu plan'),
    })
    await plan()
    const elsewhere = await xinchu(['apply', file, '--server', 'https://elsewhere.example'])
    expect(elsewhere).toMatchObject({ code: 2, err: expect.stringContaining('该计划属于') })
  })
})
