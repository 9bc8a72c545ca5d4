import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const program = createRequire(import.meta.url).resolve('typescript/lib/tsserver.js')

/** CPU of the server's main thread in milliseconds. Undefined where the system has no such file. */
function mainThreadMs(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined
  }
}

/** Starts the language server of editors. */
export function startTsserver() {
  const server = spawn(process.execPath, [program, '--disableAutomaticTypingAcquisition'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map()
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return
    const { request_seq, success, message, body } = JSON.parse(line)
    const waits = waiting.get(request_seq)
    if (success) waits?.resolve(body)
    else waits?.reject(new Error(message))
  })
  let seq = 0
  const send = (command, args) => {
    seq += 1
    server.stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: args })}\n`)
    return seq
  }
  const ask = (command, args) =>
    new Promise((resolve, reject) => waiting.set(send(command, args), { resolve, reject }))
  return {
    send,
    /** The reply, its time and its CPU in milliseconds. */
    async timed(command, args) {
      const cpuBefore = mainThreadMs(server.pid)
      const started = performance.now()
      const body = await ask(command, args)
      const ms = performance.now() - started
      return { body, ms, cpuMs: cpuBefore === undefined ? undefined : mainThreadMs(server.pid) - cpuBefore }
    },
    stop: () => server.kill(),
  }
}
