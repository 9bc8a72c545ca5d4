import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConflictError, MalformedResponseError, ServerError, ValidationError } from '@xinchu/sdk'
import { afterEach, describe, expect, test } from 'vitest'
import { isRefusedForGood } from '../src/import-interrupted.ts'
import { progressOf } from '../src/progress.ts'
import { rowsIn } from '../src/row-files.ts'
import { startCommandLine } from './support/command-line.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start(options?: Parameters<typeof startCommandLine>[0]) {
  const started = await startCommandLine({ errorRows: 0, ...options })
  closing.push(started.close)
  const { dir, server, login } = started
  await login()
  return {
    ...started,
    file(name: string, text: string | Buffer) {
      const path = join(dir, name)
      writeFileSync(path, text)
      return path
    },
    sent: () =>
      server.seen
        .filter(({ path }) => path.endsWith('importProject'))
        .map(({ body }) => JSON.parse(Buffer.from(body, 'latin1').toString())),
    journals: () => {
      const folder = join(dir, 'config', 'imports')
      return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
    },
  }
}

async function read(path: string, encoding?: string) {
  const found: object[] = []
  for await (const row of rowsIn(path, encoding)) found.push(row)
  return found
}

describe('a file of rows', () => {
  const two = '{"projectName":"甲","ratedPower":100}\n\n{"projectName":"乙","isEchelonUse":false}\n'
  test.each([
    ['as a file', (file: string) => [file], ''],
    ['by the standard input', () => ['-'], two],
    ['by the standard input with a mark of its encoding', () => ['-'], `\ufeff${two}`],
  ])('is imported %s, and its journal goes with the end', async (_how, words, typed) => {
    const { xinchu, file, sent, journals } = await start()
    const args = ['import', ...words(file('行.ndjson', two)), '--key', 'rows-of-a-file']
    const { code, err } = await xinchu(args, { typed })
    expect([code, err]).toEqual([0, '共 3 行：通过 3，有提示 0，有错误 0，疑似重复 0，已写入 3\n'])
    expect(sent()).toMatchObject([{ clientKey: 'rows-of-a-file', firstRow: 1, last: true }])
    const [first, blank, last] = sent()[0].rows
    expect([first, last]).toMatchObject([
      { projectName: '甲', ratedPower: '100' },
      { projectName: '乙', isEchelonUse: 'false' },
    ])
    expect(Object.values(blank)).toEqual([])
    expect(journals()).toEqual([])
  })

  test.each([
    ['another encoding', '行.ndjson', Buffer.from([0x7b, 0xcf, 0xee, 0x0a]), '--encoding gb18030'],
    ['a broken line', '行.ndjson', '{"projectName":"甲"}\n{"projectName":', '第 2 行不是 JSON'],
    ['a list for a row', '行.jsonl', '[1]', '第 1 行不是 JSON 对象'],
    [
      'a list in a row',
      '行.jsonl',
      '{"functionTypes":["1"]}',
      '第 1 行的 functionTypes 应为文本、数值、是否或空',
    ],
    [
      'a station of mixed parts without figures',
      '行.ndjson',
      '{"hybridDetail":[{"techType":"01"}]}',
      '第 1 行的 hybridDetail 应为列表，各项有 techType、ratedPower、ratedEnergy',
    ],
  ])('with %s is refused in clear words', async (_what, name, text, words) => {
    const { xinchu, file, journals } = await start()
    const { code, err } = await xinchu(['import', file(name, text)])
    expect([code, err, journals()]).toEqual([1, expect.stringContaining(words), []])
  })

  test('is checked first on request, and its refused rows are told with their numbers', async () => {
    const { xinchu, file, sent } = await start()
    const { code, out, err } = await xinchu([
      'import',
      file('行.ndjson', '{"projectName":"","contactPhone":"1"}'),
      '--precheck',
    ])
    expect(sent()[0].rows).toEqual([{}])
    expect(out).toContain('F-003 第1行【联系电话】：请输入正确格式的电话号码\n')
    expect([code, err]).toEqual([4, expect.stringContaining('有错误 1')])
  })

  test('in an encoding that is named is read', async () => {
    const { file } = await start()
    const text = Buffer.from([...Buffer.from('{"projectName":"'), 0xbc, 0xd7, ...Buffer.from('"}')])
    expect(await read(file('行.ndjson', text), 'gb18030')).toEqual([{ projectName: '甲' }])
  })

  test('is opened when its first row is asked for', async () => {
    const { file } = await start()
    const rows = rowsIn(file('行.ndjson', '{"projectName":"甲"}'))
    const gone = rowsIn(join('没有', '行.ndjson'))
    // Time for a stream without a reader to fail.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await rows.next()).toMatchObject({ value: { projectName: '甲' } })
    await expect(gone.next()).rejects.toThrow('ENOENT')
  })
})

describe('an import that is interrupted', () => {
  test('says the key and the command that goes on, which imports the rest once', async () => {
    const { xinchu, file, journals, sent, server } = await start()
    const rows = Array.from({ length: 3 }, (_, at) => JSON.stringify({ projectName: `项目${at}` })).join('\n')
    const leaving = new AbortController()
    server.onRequest = (path) => {
      if (path.includes('importBatch')) leaving.abort()
    }
    const path = file('行.ndjson', rows)
    const first = await xinchu(['import', path, '--key', 'interrupted-key', '--keep-repeat'], {
      signal: leaving.signal,
    })
    const [journal = ''] = journals()
    expect(first.code).toBe(1)
    expect(first.err).toContain(
      `批次 71，批次键 interrupted-key；继续执行：xinchu import resume ${journal}\n`,
    )
    expect(JSON.parse(readFileSync(journal, 'utf8'))).toMatchObject({
      file: path,
      key: 'interrupted-key',
      batchId: 71,
    })

    server.onRequest = undefined
    const again = await xinchu(['import', 'resume'])
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('已写入 3')])
    expect(sent()).toHaveLength(1)
    expect(journals()).toEqual([])
    expect(await xinchu(['import', 'resume'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('没有中断的导入'),
    })
  })

  test('of a workbook says the command with the key', async () => {
    const { xinchu, workbook, server } = await start()
    const leaving = new AbortController()
    server.onRequest = (path) => {
      if (path.includes('importBatch')) leaving.abort()
    }
    const path = workbook('项目 一.xlsx')
    const { err } = await xinchu(['import', path, '--atomic', '--key', 'book-by-key'], {
      signal: leaving.signal,
    })
    expect(err).toContain(
      `批次 71，批次键 book-by-key；继续执行：xinchu import '${path}' --key book-by-key --atomic\n`,
    )
  })

  test.each([
    ['an unknown field', 422, 'F-024', '没有字段 projectNam'],
    ['an account without the right', 403, undefined, '您没有权限办理此事项'],
  ])(
    'is not to be gone on with once the platform has refused it: %s',
    async (_what, status, code, message) => {
      const refuses = (route: string) =>
        route.endsWith('importProject') ? { status, message, ...(code ? { code } : {}) } : undefined
      const { xinchu, file, journals } = await start({ refuses })
      const { err } = await xinchu([
        'import',
        file('行.ndjson', '{"projectNam":"甲"}'),
        '--key',
        'refused-key',
      ])
      expect([err, journals()]).toEqual([
        `批次键 refused-key；导入被拒绝，不能继续，进度记录已删除，请更正后重新导入\n${code ? `${code} ` : ''}${message}\n`,
        [],
      ])
      expect(await xinchu(['import', 'resume'])).toMatchObject({
        err: expect.stringContaining('没有中断的导入'),
      })
    },
  )

  test('is not to be gone on with once its batch is gone', async () => {
    let isGone = false
    const { xinchu, file, journals, server } = await start({
      refuses: (route) =>
        isGone && route.includes('importBatch')
          ? { status: 404, message: '批次不存在', code: 'W-002' }
          : undefined,
    })
    const leaving = new AbortController()
    server.onRequest = (path) => {
      if (path.includes('importBatch')) leaving.abort()
    }
    const argv = ['import', file('行.ndjson', '{"projectName":"甲"}'), '--key', 'batch-of-before']
    await xinchu(argv, { signal: leaving.signal })
    expect(journals()).toHaveLength(1)
    server.onRequest = undefined
    isGone = true
    expect((await xinchu(['import', 'resume'])).err).toContain(
      '批次 71，批次键 batch-of-before；导入被拒绝，不能继续，进度记录已删除，请更正后重新导入\n',
    )
    expect(journals()).toEqual([])
  })

  test.each([
    ['a closed window', 423, 'W-001'],
    ['a password to change', 403, 'A-009'],
    ['an ended session', 401, undefined],
  ])('keeps its journal after what may pass: %s', async (_what, status, code) => {
    const refuses = (route: string) =>
      route.endsWith('importProject')
        ? {
            status,
            message: '未办理',
            ...(code ? { code } : {}),
            ...(status === 409 ? { errors: [{}] } : {}),
          }
        : undefined
    const { xinchu, file, journals } = await start({ refuses })
    const { err } = await xinchu(['import', file('行.ndjson', '{"projectName":"甲"}')])
    expect(err).toContain('；继续执行：xinchu import resume ')
    expect(journals()).toHaveLength(1)
  })

  test.each([
    [
      'another request of the key that still runs',
      new ConflictError('', { status: 409, code: 'W-039', url: '/api/x' }),
      false,
    ],
    ['a batch that is closed', new ConflictError('', { status: 409, code: 'W-025', url: '/api/x' }), true],
    ['a key of other contents', new ValidationError('', { status: 422, code: 'W-022', url: '/api/x' }), true],
    ['a wrong password', new ValidationError('', { status: 400, code: 'A-004', url: '/auth/login' }), false],
    ['a server that fails', new ServerError('', { status: 500, url: '/api/x' }), false],
    ['a proxy', new MalformedResponseError('', { status: 404, url: '/api/x' }), false],
  ])('is refused for good, or not: %s', (_what, error, isFinal) => {
    expect(isRefusedForGood(error)).toBe(isFinal)
  })

  test('keeps its journal while the file of its rows is not there', async () => {
    const { xinchu, file, journals, server } = await start()
    const leaving = new AbortController()
    server.onRequest = (path) => {
      if (path.includes('importBatch')) leaving.abort()
    }
    const path = file('行.ndjson', '{"projectName":"甲"}')
    await xinchu(['import', path, '--key', 'moved-for-a-while'], { signal: leaving.signal })
    server.onRequest = undefined
    renameSync(path, `${path}.old`)
    const { code, err } = await xinchu(['import', 'resume'])
    expect([code, err]).toEqual([1, expect.stringContaining('批次 71，批次键 moved-for-a-while；继续执行：')])
    renameSync(`${path}.old`, path)
    expect((await xinchu(['import', 'resume'])).code).toBe(0)
    expect(journals()).toEqual([])
  })

  test('leaves the journal of another import alone', async () => {
    const { xinchu, file, journals, server } = await start()
    const leaving = new AbortController()
    server.onRequest = (path) => {
      if (path.includes('importBatch')) leaving.abort()
    }
    const first = file('甲.ndjson', '{"projectName":"甲"}')
    await xinchu(['import', first, '--key', 'first-of-two'], { signal: leaving.signal })
    server.onRequest = undefined
    const [journal = ''] = journals()
    const second = file('乙.ndjson', '{"projectName":"乙"}')
    const { code, err } = await xinchu(['import', second, '--key', 'second-of-two', '--journal', journal])
    expect([code, err]).toEqual([1, '进度记录属于另一次导入：批次键不同\n'])
    expect((await xinchu(['import', 'resume'])).code).toBe(0)
  })

  test('never removes a named file that is no journal', async () => {
    const { xinchu, file } = await start()
    const other = file('设置.json', '{"own":1}')
    const rows = file('行.ndjson', '{"projectName":"甲"}')
    const { code, err } = await xinchu(['import', rows, '--journal', other])
    expect([code, err]).toEqual([1, `${other} 不是导入的进度记录\n`])
    expect(readFileSync(other, 'utf8')).toBe('{"own":1}')
  })

  test('of a workbook is not to be gone on with either once it was refused', async () => {
    const refuses = (route: string) =>
      route.endsWith('importProject') ? { status: 422, message: '工作簿无法读取', code: 'W-020' } : undefined
    const { xinchu, workbook } = await start({ refuses })
    const { err } = await xinchu(['import', workbook(), '--key', 'refused-book'])
    expect(err).toBe('批次键 refused-book；导入被拒绝，不能继续，请更正后重新导入\nW-020 工作簿无法读取\n')
  })

  test.each([
    ['a short key', ['--key', 'dr1'], '--key 应为 8 至 128 个字符'],
    ['rows that are to be submitted', ['--submit'], '--submit 只用于工作簿与文本表格'],
    ['rows of a sheet', ['--sheet', '项目'], '--sheet 只用于工作簿'],
    ['an encoding that there is not', ['--encoding', 'gb9999'], '没有编码 gb9999'],
  ])('%s is a wrong use', async (_what, more, words) => {
    const { xinchu, file } = await start()
    const { code, err } = await xinchu(['import', file('行.ndjson', '{"a":"1"}'), ...more])
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  })
})

describe('what an import tells', () => {
  test('lists equal errors once, with the first rows', async () => {
    const rows = Array.from({ length: 150 }, (_, at) => ({
      rowNo: at + 6,
      errors: [{ code: 'F-001', message: `第${at + 6}行【联系人】：不能为空` }],
      warnings: [],
      raw: {},
    }))
    const { xinchu, workbook } = await start({ errorRows: 3, rows: { planned: rows, now: rows } })
    const { code, out } = await xinchu(['import', workbook()])
    expect([code, out]).toEqual([4, 'F-001 【联系人】：不能为空（150 行：第 6、7、8、9、10 行等）\n'])
  })

  const rowsOf = (messages: readonly (readonly [code: string, message: string])[]) =>
    messages.map(([code, message], at) => ({
      rowNo: at + 6,
      state: 'ERROR',
      errors: [{ code, message: `第${at + 6}行${message}` }],
      warnings: [],
      raw: {},
    }))
  const linesOf = async (messages: readonly (readonly [code: string, message: string])[]) => {
    const rows = rowsOf(messages)
    const { xinchu, workbook } = await start({ errorRows: 3, rows: { planned: rows, now: rows } })
    return (await xinchu(['import', workbook()])).out.split('\n').slice(0, -1)
  }
  const many = Array.from({ length: 150 }, (_, at) => at)

  test.each([
    [
      'names',
      many.map((at) => ['D-001', `【项目名称】：与已有项目“储能${at}站”重复`] as const),
      ['D-001 【项目名称】：与已有项目“…”重复（150 行：第 6、7、8、9、10 行等）'],
    ],
    [
      'names and figures, where what is common stays',
      many.map(
        (at) =>
          [
            'D-002',
            `【项目名称】：疑似与已有项目“储能${at}站”重复（${80 + (at % 20)}分：同一县 5 公里内）`,
          ] as const,
      ),
      ['D-002 【项目名称】：疑似与已有项目“…”重复（…分：同一县 5 公里内）（150 行：第 6、7、8、9、10 行等）'],
    ],
    [
      'names of two codes',
      many.map((at) => [`D-00${1 + (at % 2)}`, `【项目名称】：与已有项目“储能${at}站”重复`] as const),
      [
        'D-001 【项目名称】：与已有项目“…”重复（75 行：第 6、8、10、12、14 行等）',
        'D-002 【项目名称】：与已有项目“…”重复（75 行：第 7、9、11、13、15 行等）',
      ],
    ],
    [
      'fields, whose names are no figures',
      many.map((at) => ['F-001', `【${1 + (at % 2)}月充电量】：不能为空`] as const),
      [
        'F-001 【1月充电量】：不能为空（75 行：第 6、8、10、12、14 行等）',
        'F-001 【2月充电量】：不能为空（75 行：第 7、9、11、13、15 行等）',
      ],
    ],
    [
      'names of a few rows, which are told in full',
      [
        ['D-001', '【项目名称】：与已有项目“甲”重复'],
        ['D-001', '【项目名称】：与已有项目“乙”重复'],
      ],
      ['D-001 第6行【项目名称】：与已有项目“甲”重复', 'D-001 第7行【项目名称】：与已有项目“乙”重复'],
    ],
  ] as const)('lists errors once that differ by their %s', async (_what, messages, lines) => {
    expect(await linesOf(messages)).toEqual(lines)
  })

  test('counts the places of a row that has the same error several times', async () => {
    const errors = Array.from({ length: 7 }, (_, at) => ({
      code: 'F-002',
      message: `第6行【混合技术】：第 ${at + 1} 项额定功率：应为正数`,
    }))
    const rows = [{ rowNo: 6, state: 'ERROR', errors, warnings: [], raw: {} }]
    const { xinchu, workbook } = await start({ errorRows: 1, rows: { planned: rows, now: rows } })
    const { out } = await xinchu(['import', workbook()])
    expect(out).toBe('F-002 【混合技术】：第 … 项额定功率：应为正数（7 处：第 6 行）\n')
  })

  test('lists warnings and repeats on request', async () => {
    const rows = [
      {
        rowNo: 6,
        state: 'COMMITTED',
        errors: [],
        raw: {},
        warnings: [{ code: 'P-007', message: '第6行【投资】：偏高' }],
      },
      {
        rowNo: 7,
        state: 'REPEAT',
        errors: [],
        raw: {},
        warnings: [{ code: 'D-002', message: '第7行【项目名称】：疑似重复' }],
      },
    ]
    const { xinchu, workbook } = await start({ rows: { planned: rows, now: rows } })
    const { out } = await xinchu(['import', workbook(), '--warnings'])
    expect(out).toContain('提示 P-007 第6行【投资】：偏高\n')
    expect(out).toContain('疑似重复 D-002 第7行【项目名称】：疑似重复\n')
    const json = JSON.parse((await xinchu(['import', workbook(), '--warnings', '--json'])).out)
    expect(json.warnings).toMatchObject([{ rowNo: 6 }])
    expect(json.repeats).toMatchObject(rows.filter(({ rowNo }) => rowNo === 7))
  })

  test.each([
    ['says nothing where a platform of before has no counts', undefined, '', ''],
    [
      'counts new, changed and equal rows',
      { created: 1, changed: 1, changes: 2, same: 1, kept: 0 },
      '',
      '已写入的行：新建 1，变更 1（2 项），一致 1\n',
    ],
    [
      'lists the cells that were kept without being asked, and counts them',
      { created: 1, changed: 0, changes: 0, same: 2, kept: 2 },
      '提示 D-008 【详细地址】：保留人工更正，未写入本次的值（2 行：第 6、7 行）\n',
      '已写入的行：新建 1，变更 0（0 项），一致 2；保留人工更正 2 格\n保留人工更正 2 格，未写入；以文件为准请加 --force-fields，确认保留请加 --keep-edits\n',
      4,
    ],
  ])('%s', async (_what, outcome, lines, words, exit = 0) => {
    const rows = [6, 7].map((rowNo) => ({
      ...{ rowNo, state: 'COMMITTED', errors: [], raw: {} },
      warnings: [
        { code: 'D-005', message: `第${rowNo}行【项目名称】：与本单位的草稿相同，写入时更新该草稿` },
        { code: 'D-008', message: `第${rowNo}行【详细地址】：保留人工更正，未写入本次的值` },
      ],
    }))
    const { xinchu, workbook } = await start({
      ...(outcome ? { outcome } : {}),
      rows: { planned: rows, now: rows },
    })
    const { code, out, err } = await xinchu(['import', workbook()])
    expect([code, out]).toEqual([exit, lines])
    expect(err).toBe(`共 3 行：通过 3，有提示 0，有错误 0，疑似重复 0，已写入 3\n${words}`)
  })

  const left = { created: 0, changed: 0, changes: 0, same: 2 }
  test.each([
    ['kept corrections that nobody has chosen', { ...left, kept: 2 }, [], 4],
    ['kept corrections that are meant to stay', { ...left, kept: 2 }, ['--keep-edits'], 0],
    [
      'kept corrections of other fields than those forced',
      { ...left, kept: 1 },
      ['--force-fields', 'address'],
      0,
    ],
    ['empty cells that nobody has chosen to keep', { ...left, blank: 3 }, [], 4],
    ['empty cells that are meant to keep what is there', { ...left, blank: 3 }, ['--blank', 'keep'], 0],
    ['both, of which one is chosen', { ...left, kept: 1, blank: 3 }, ['--blank', 'keep'], 4],
    ['returned projects that nobody has agreed to change', { ...left, held: 2 }, [], 4],
    ['empty cells that were cleared', { ...left, cleared: 3 }, ['--blank', 'clear'], 0],
  ] as const)('ends by its exit code: %s', async (_what, outcome, more, exit) => {
    const { xinchu, workbook } = await start({ outcome })
    expect((await xinchu(['import', workbook(), ...more])).code).toBe(exit)
  })

  test.each([
    [['--blank', 'clear'], { clearBlank: true }],
    [['--force-fields', 'address, ratedPower'], { forceFields: ['address', 'ratedPower'] }],
    [['--force-fields', 'all', '--blank', 'clear'], { forceFields: ['*'], clearBlank: true }],
    [['--blank', 'keep', '--keep-edits'], {}],
    [['--returned'], { takeReturned: true }],
  ] as const)('says by %j what becomes of the values of drafts', async (more, terms) => {
    const { xinchu, workbook, server } = await start()
    await xinchu(['import', workbook(), ...more])
    const commit = server.seen.find(({ path }) => path.endsWith('/commit'))
    expect(JSON.parse(commit?.body ?? '')).toEqual({ acceptWarnings: true, skipRepeat: true, ...terms })
  })

  test.each([
    [['--blank', 'no'], '--blank 应为 keep 或 clear'],
    [['--keep-edits', '--force-fields', 'all'], '--keep-edits 与 --force-fields 只能择一'],
  ] as const)('takes no %j', async (more, words) => {
    const { xinchu, workbook } = await start()
    const { code, err } = await xinchu(['import', workbook(), ...more])
    expect([code, err]).toEqual([2, `${words}\n执行 xinchu help 查看用法\n`])
  })

  test('tells rows that were written before from those that were written now', async () => {
    const { xinchu, workbook } = await start({ isEarlier: true })
    const { code, err } = await xinchu(['import', workbook()])
    expect([code, err]).toEqual([
      0,
      '共 3 行：有错误 0，疑似重复 0，本次写入 0，此前已写入 2\n此前已写入 2 行，本次未写入；同一键不再写入，如需重新比对请另定 --key\n',
    ])
  })

  test('tells its progress in a log every few seconds', async () => {
    let time = 0
    const written: string[] = []
    const stderr = { isTTY: false, write: (text: string) => written.push(text) }
    const progress = progressOf({ stderr } as never, () => time) // only this part of the console is used
    for (const [at, done] of [
      [1_000, 1],
      [10_000, 2],
      [11_000, 3],
      [20_500, 4],
    ] as const) {
      time = at
      progress.show('正在校验', done, 9)
    }
    expect(written).toEqual(['正在校验 2/9\n', '正在校验 4/9\n'])
  })
})
