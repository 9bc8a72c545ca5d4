import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../../../', import.meta.url))

const QUOTED = String.raw`['"\u0060][^'"\u0060]*\p{Script=Han}`
const DECISIONS: readonly RegExp[] = [
  new RegExp(String.raw`[=!]==?\s*${QUOTED}`, 'u'),
  new RegExp(String.raw`\bcase ${QUOTED}`, 'u'),
  new RegExp(
    String.raw`\.(?:includes|startsWith|endsWith|indexOf|match|search)\(\s*(?:${QUOTED}|/[^/\n]*\p{Script=Han})`,
    'u',
  ),
  /\/[^/\n]*\p{Script=Han}[^/\n]*\/[a-z]*\.(?:test|exec)\(/u,
]
/** These read Chinese text that people wrote, or choose the colour of a word. */
const READERS = [
  'server/src/domain/es-project/duplicates/subject.ts',
  'validators/src/chinese-number.ts',
  'validators/src/reading/date.ts',
  'validators/src/reading/written-day.ts',
  'validators/src/reading/written-figure.ts',
  'web/src/ui/status-tag.tsx',
]

const decisionsIn = (text: string) =>
  text.split('\n').filter((line) => DECISIONS.some((each) => each.test(line)))

test.each([
  "if (issue.message === '值不能为空') return",
  "error.message.includes('验证码')",
  "message.startsWith('不支持')",
  'if (/退回|失败/.test(label)) return',
  "case '省级':",
])('the check finds %s', (line) => {
  expect(decisionsIn(line)).toEqual([line])
})

test.each(['validators', 'sdk', 'conformance', 'testing', 'cli', 'server', 'web'])(
  'nothing in %s decides by Chinese text',
  (name) => {
    const files = readdirSync(join(packages, name, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(packages, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    const found = files
      .filter((file) => !READERS.includes(file) && !file.includes('/gen/'))
      .flatMap((file) =>
        decisionsIn(readFileSync(join(packages, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
      )
    expect(found).toEqual([])
  },
)
