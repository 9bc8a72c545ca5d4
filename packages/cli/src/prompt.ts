import { createInterface } from 'node:readline/promises'
import { UsageError } from './exit.ts'
import type { Io } from './io.ts'

/** Reads standard input to its end, without the final line break. */
export async function readAll({ stdin }: Io): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

/** Prompts on standard error, so that standard output holds only the command's result. */
export async function ask(io: Io, question: string): Promise<string> {
  const lines = createInterface({ input: io.stdin, output: io.stderr, terminal: io.stdin.isTTY ?? false })
  // Without this, an input that ends before the answer would leave the question open for ever.
  const ended = new Promise<never>((_resolve, reject) => {
    lines.once('close', () => reject(new UsageError(`标准输入已结束，未得到${question.replace(/：$/, '')}`)))
  })
  try {
    return (await Promise.race([lines.question(question, { signal: io.signal }), ended])).trim()
  } finally {
    lines.close()
  }
}

const ENTER = new Set(['\r', '\n', '\u0004'])
const ERASE = new Set(['\u0008', '\u007f'])

/** Prompts without echo. Reads a plain line if there is no terminal. */
export async function askSecretly(io: Io, question: string): Promise<string> {
  const { stdin, stderr } = io
  if (!stdin.isTTY || !stdin.setRawMode) return ask(io, question)
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.resume()
  try {
    return await new Promise<string>((resolve, reject) => {
      let typed = ''
      const settle = (act: () => void) => {
        stdin.off('data', onData)
        act()
      }
      const onData = (data: Buffer) => {
        for (const key of data.toString('utf8')) {
          // In raw mode Ctrl+C is a key like any other.
          if (key === '\u0003') return settle(() => reject(new Error('已取消')))
          if (ENTER.has(key)) return settle(() => resolve(typed))
          typed = ERASE.has(key) ? [...typed].slice(0, -1).join('') : typed + key
        }
      }
      stdin.on('data', onData)
    })
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}
