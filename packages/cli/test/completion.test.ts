import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../src/run.ts'

const execute = promisify(execFile)

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'xinchu-completion-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

async function xinchu(...argv: string[]): Promise<string> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const signal = new AbortController().signal
  await run(argv, { stdin, stdout, stderr, env: {}, signal }, '1.2.3')
  await setImmediate()
  return String(stdout.read() ?? '')
}

/** What bash offers for the last of these words. The command answers as it does here. */
async function offered(...words: string[]): Promise<string[]> {
  const answer = await xinchu('__complete', ...words.slice(1, -1))
  const script = join(dir, 'completion.bash')
  writeFileSync(
    script,
    `${await xinchu('completion', 'bash')}
xinchu() { cat <<'END'
${answer}END
}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_xinchu
printf '%s\\n' "\${COMPREPLY[@]}"`,
  )
  const { stdout } = await execute('bash', ['--norc', script])
  return stdout.trim().split('\n')
}

test.each([
  ['a resource', ['xinchu', 'provincial-d'], ['provincial-demos']],
  ['an operation', ['xinchu', 'projects', 'revea'], ['reveal-contact']],
  ['an option', ['xinchu', 'projects', 'list', '--declare-s'], ['--declare-status']],
  ['a shell', ['xinchu', 'completion', 'power'], ['powershell']],
])('bash completes %s', async (_what, words, expected) => {
  expect(await offered(...words)).toEqual(expected)
})

test.each(['zsh', 'fish', 'powershell'])(
  '%s gets a script that asks the command for words',
  async (shell) => {
    expect(await xinchu('completion', shell)).toContain('xinchu __complete')
  },
)
