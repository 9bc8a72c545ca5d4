/** Settings are read by one table, which the documentation shows. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { SettingsError } from '../src/config/environment.ts'
import { SETTINGS, variableOf } from '../src/config/settings.ts'
import { readConfig } from '../src/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'xinchu-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Path of a new file with this content. */
function fileWith(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

const KEY = 'a key of thirty-two letters, or more'

describe('a server', () => {
  test('tells all mistakes of its settings at once', () => {
    expect(
      problemsOf({
        PORT: '99999',
        WATERMARK: 'maybe',
        PUBLIC_URL: 'xinchu.example',
        S3_ENDPOINT: 'https://s3',
      }),
    ).toEqual([
      '设置 PORT 应为 0 至 65535 的整数，当前为 99999',
      '设置 PUBLIC_URL 应为以 http 开头的地址，当前为 xinchu.example',
      '设置 WATERMARK 应为 on 或 off，当前为 maybe',
      '设置了 S3_ENDPOINT，还须设置 S3_BUCKET、S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY',
    ])
  })

  test('takes an empty setting as none, but for the address of the database', () => {
    expect(readConfig({ PORT: '', TITLE: '', SECOND_FACTOR_KEY: '' })).toEqual(readConfig({}))
    expect(problemsOf({ DATABASE_URL: '' })).toEqual(['DATABASE_URL 为空；使用内嵌数据库请删除该变量'])
  })

  test.each([
    ['PORT', '0x50'],
    ['PORT', '-1'],
    ['HEAD_SECONDS', '0'],
    ['HEAD_SECONDS', '1e3'],
    ['MAX_CONNECTIONS', '0'],
    ['TITLE', 'two\nlines'],
    ['CAPTCHA_WORK_BITS', '27'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['LOG_LEVEL', 'loud'],
    ['WEBHOOK_RETRY_SECONDS', '5,,5'],
    ['SECOND_FACTOR', 'always'],
    ['SAMPLE_DATA', 'si'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^设置 ${name} 应为`)])
  })
})

describe('a secret', () => {
  test('may stand in a file, whose last line break does not count', () => {
    const SECOND_FACTOR_KEY_FILE = fileWith('key', `${KEY}\n`)
    expect(readConfig({ SECOND_FACTOR_KEY_FILE }).secondFactorKey).toBe(KEY)
    const DATABASE_URL_FILE = fileWith('url', 'postgres://xinchu:secret@db/xinchu\r\n')
    expect(readConfig({ DATABASE_URL_FILE })).toMatchObject({
      databaseUrl: 'postgres://xinchu:secret@db/xinchu',
      sampleData: false,
    })
  })

  test('is refused if it stands in both places, or if its file cannot be read', () => {
    const path = fileWith('other', KEY)
    expect(problemsOf({ SECOND_FACTOR_KEY: KEY, SECOND_FACTOR_KEY_FILE: path })).toEqual([
      '设置 SECOND_FACTOR_KEY 与 SECOND_FACTOR_KEY_FILE 只能设一个',
    ])
    const missing = join(folder, 'missing')
    expect(problemsOf({ SMS_SECRET_FILE: missing })).toEqual([
      `设置 SMS_SECRET_FILE 所指的文件无法读取：${missing}（ENOENT）`,
    ])
  })

  test('is never printed', () => {
    expect(problemsOf({ SECOND_FACTOR_KEY: 'too short' })).toEqual([
      '设置 SECOND_FACTOR_KEY 应为至少 32 个字符',
    ])
    expect(problemsOf({ DATABASE_URL: 'xinchu:secret@db' }).join()).not.toContain('secret')
  })
})

describe('a name close to a setting’s', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URLS', 'DATABASE_URL'],
    ['SECOND_FACTOR_KEYFILE', 'SECOND_FACTOR_KEY_FILE'],
    ['SAMPLEDATA', 'SAMPLE_DATA'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
  ])('%s is refused as a slip for %s', (name, meant) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([`没有设置 ${name}；是否指 ${meant}？`])
  })

  test.each(['HOSTNAME', 'XDG_DATA_DIRS', 'MAIL_DIR', 'JAVA_DIR', 'PATH', 'LOG_FILE', 'npm_config_cache'])(
    '%s is another program’s',
    (name) => {
      expect(problemsOf({ [name]: 'x' })).toEqual([])
    },
  )

  test('may be the name of the version before', () => {
    expect(readConfig({ DEMO_DATA: 'off' }).sampleData).toBe(false)
    expect(readConfig({ DEMO_DATA: 'off', SAMPLE_DATA: 'on' }).sampleData).toBe(true)
  })
})

const cell = (text: string) => text.trim().replaceAll('|', '\\|')

const fallbackOf = (value: unknown) =>
  typeof value === 'boolean' ? `\`${value ? 'on' : 'off'}\`` : `\`${String(value)}\``

test('the documentation lists every setting with its meaning, fallback and bounds', async () => {
  const lines = Object.entries(SETTINGS).flatMap(([heading, group]) => [
    `## ${heading}`,
    '',
    '| 变量 | 含义 | 缺省 | 取值 |',
    '|---|---|---|---|',
    ...Object.entries(group).map(
      ([name, { means, fallback, fallbackText = fallbackOf(fallback), isSecret, kind }]) =>
        `| \`${variableOf(name)}\`${isSecret ? ' 〔密〕' : ''} | ${[means, fallbackText, kind.allowed].map(cell).join(' | ')} |`,
    ),
    '',
  ])
  const text = [
    '# 设置',
    '',
    '服务端从环境变量读取设置，空值等于未设。有误的设置在启动前一并说明，不打开数据库，不监听端口；与某个设置只差一两个字母的变量名视为笔误。',
    '标有〔密〕的可以改设 `变量名_FILE`，其值为一个文件的路径，文件的内容为设置的值（去掉末尾的换行），两者只能设一个；其值从不显示。',
    '',
    '本页由 `packages/server/src/config/settings.ts` 产生：在 `packages/server` 中执行 `vitest run test/settings.test.ts -u`。',
    '',
    ...lines,
  ]
  await expect(`${text.join('\n').trim()}\n`).toMatchFileSnapshot('../../../docs/settings.md')
})
